#include <algorithm>

#include <gtest/gtest.h>

#include "exact/table/tables.hpp"
#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/text/encoding_text.hpp"

namespace sextant::exact {
namespace {

/// Rows that kernels write although they are no plain rows: with amplitudes, columns of another
/// order or without a wave, pairs that never turn, and a row of zeros.
std::vector<Chart> forms() {
  std::vector<Chart> charts;
  for (const char* text :
       {"sinusoidal dim=70 amplitude=6/5", "sinusoidal dim=64 amplitude=1/3 layout=halves",
        "sinusoidal dim=64 amplitude=-3/2", "sinusoidal dim=34 amplitude=200 layout=halves",
        "sinusoidal dim=36 amplitude=2 base=100", "sinusoidal dim=63 odd=drop-last",
        "sinusoidal dim=63 odd=zero-column layout=halves",
        "sinusoidal dim=65 odd=round-up layout=halves",
        "sinusoidal dim=1203 odd=round-up layout=halves amplitude=6/5",
        "sinusoidal dim=64 zero-row=1000017"})
    charts.push_back(chart(read_encoding(text)));
  Chart resting = chart(read_encoding("sinusoidal dim=64"));
  for (std::size_t pair = 25; pair < 32; ++pair) resting.waves.frequencies[pair].factor = 0;
  charts.push_back(resting);
  return charts;
}

/// Every entry is correctly rounded, and few are left to the oracle.
TEST(RowForms, AreWrittenByRotations) {
  const Positions positions{1'000'100, 100, -1};
  for (const Format& format : {kFloat16, kBfloat16, kFloat32, kFloat64}) {
    const std::vector<Chart> charts = forms();
    for (std::size_t k = 0; k < charts.size(); ++k) {
      const ExactTable table(charts[k], format, positions);
      std::vector<std::byte> bytes(positions.count * table.row_bytes());
      const auto doubt = table.write(0, positions.count, {bytes.data(), 0, true});
      EXPECT_TRUE(bytes == by_entry(charts[k], format, positions)) << format.name() << ' ' << k;
      EXPECT_LT(doubt.asked, positions.count * charts[k].width() / 16) << format.name() << ' ' << k;
    }
  }
}

/// Amplitudes beyond what kernels scale by are entry by entry, and right.
TEST(RowForms, OfHugeAndTinyAmplitudesAreRight) {
  const Positions positions{1'000'000, 40};
  for (const char* amplitude : {"257", "65536", "1/100000000000000000000000000", "255"}) {
    const Chart c = chart(read_encoding(std::string("sinusoidal dim=16 amplitude=") + amplitude));
    for (const Format& format : {kBfloat16, kFloat32, kFloat64})
      EXPECT_TRUE(written(ExactTable(c, format, positions)) == by_entry(c, format, positions))
          << format.name() << ' ' << amplitude;
  }
}

/// Listed positions in any order, with and without a range that holds them.
TEST(RowForms, OfListedPositionsAreThoseOfTheirPositions) {
  const Chart c = chart(read_encoding("sinusoidal dim=34 amplitude=6/5 zero-row=3"));
  for (const std::vector<Position>& list :
       std::vector<std::vector<Position>>{{9, 3, 3, -6, 0, 30, 12, 27, 18, 6, 15},
                                          {5},
                                          {7, 7, 7},
                                          {0, Position{1} << 62, 3},
                                          {-kLargestPosition, kLargestPosition}}) {
    const Positions positions = Positions::of(list);
    for (const Format& format : {kFloat16, kFloat32, kFloat64}) {
      const ExactTable table(c, format, positions);
      EXPECT_TRUE(written(table) == by_entry(c, format, positions)) << format.name();
      EXPECT_TRUE(written(table) == by_entry(c, format, positions)) << "again " << format.name();
    }
  }
}

/// Long lists, with gaps and in any order, some positions more than once: whole, and a piece of
/// one.
TEST(RowForms, OfLongListsComeFromRotations) {
  std::vector<Position> list;
  for (Position k = 0; k < 500; ++k) list.push_back(3 * (k * k % 4001) - 600);
  const Positions positions = Positions::of(list);
  for (const char* text :
       {"sinusoidal dim=34 amplitude=6/5 zero-row=-600", "sinusoidal dim=131 odd=drop-last",
        "sinusoidal dim=97 odd=zero-column", "sinusoidal dim=128 layout=halves order=cos-sin"}) {
    const Chart c = chart(read_encoding(text));
    for (const Format& format : {kFloat16, kBfloat16, kFloat32, kFloat64}) {
      const ExactTable table(c, format, positions);
      const std::vector<std::byte> want = by_entry(c, format, positions);
      std::vector<std::byte> bytes(want.size());
      const auto doubt = table.write(0, positions.count, {bytes.data(), 0, true});
      EXPECT_TRUE(bytes == want) << format.name() << ' ' << text;
      EXPECT_LT(doubt.asked, positions.count * c.width() / 16) << format.name() << ' ' << text;
      std::vector<std::byte> piece(100 * table.row_bytes());
      table.write(70, 100, {piece.data(), 0, true});
      EXPECT_TRUE(std::equal(piece.begin(), piece.end(), want.data() + 70 * table.row_bytes()))
          << format.name() << ' ' << text;
    }
  }
}

/// Few positions, each many times, as coordinates of an axis are: each row is computed once.
TEST(RowForms, OfRepeatedPositionsAreComputedOnce) {
  std::vector<Position> list;
  for (Position k = 0; k < 300; ++k) list.push_back(7 * (k % 5) - 3);
  const Positions positions = Positions::of(list);
  const Chart c = chart(read_encoding("sinusoidal dim=34"));
  for (const Format& format : {kFloat16, kFloat64}) {
    const ExactTable table(c, format, positions);
    std::vector<std::byte> bytes(positions.count * table.row_bytes());
    const auto doubt = table.write(0, positions.count, {bytes.data(), 0, true});
    EXPECT_TRUE(bytes == by_entry(c, format, positions)) << format.name();
    EXPECT_LE(doubt.asked, 5 * c.width()) << format.name();
  }
}

}  // namespace
}  // namespace sextant::exact
