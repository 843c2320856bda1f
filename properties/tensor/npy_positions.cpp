#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/tensor/npy.hpp"
#include "sextant/tensor/positions_file.hpp"
#include "tensor/npy_files.hpp"

namespace sextant {
namespace {

using testing::HasSubstr;

std::string error_of_positions(const std::string& bytes) {
  const Directory directory;
  write_file(directory / "ids.npy", bytes);
  return error_of([&] { read_positions(directory / "ids.npy"); });
}

PROPERTY(NpyPositions, AreReadInEveryIntegerType) {
  const int log_size = *draw::in_range(0, 4);
  const int size = 1 << log_size;
  const bool negative_too = *draw::arbitrary<bool>().as("signed");
  const std::string order = *draw::element<std::string>("<", ">", "|", "=", "");
  const bool column = *draw::arbitrary<bool>().as("a column");
  const auto patterns = *draw::non_empty(
      draw::container<std::vector<std::uint64_t>>(draw::full(draw::arbitrary<std::uint64_t>())));
  std::string numbers;
  std::vector<Position> want;
  for (std::uint64_t bits : patterns) {
    bits >>= 64 - 8 * size;
    if (size == 8 && !negative_too) bits >>= 1;
    numbers += number_bytes(bits, size, order == ">" ? ByteOrder::big : ByteOrder::little);
    const bool negative = negative_too && bits >> (8 * size - 1) != 0;
    want.push_back(static_cast<Position>(bits) - (negative ? Position{1} << (8 * size) : 0));
  }
  const Directory directory;
  const std::string count = std::to_string(patterns.size());
  write_file(directory / "ids.npy",
             npy_bytes(1 + log_size % 3,
                       dictionary(order + (negative_too ? "i" : "u") + std::to_string(size), column,
                                  column ? "(" + count + ", 1)" : "(" + count + ",)"),
                       numbers));
  const Positions found = read_positions(directory / "ids.npy");
  RC_ASSERT(*found.listed == want);
  RC_ASSERT(found.parts == 1u);
}

TEST(NpyPositions, ReachFromMinus2To63To2To63) {
  const Directory directory;
  const auto only = [&](const char* descr, std::uint64_t bits) {
    write_file(directory / "id.npy", npy_bytes(1, dictionary(descr, false, "(1,)"),
                                               number_bytes(bits, 8, ByteOrder::little)));
    return read_positions(directory / "id.npy")[0];
  };
  constexpr std::uint64_t top = std::uint64_t{1} << 63;
  EXPECT_TRUE(only("<i8", top) == -kLargestPosition);
  EXPECT_TRUE(only("<i8", top - 1) == kLargestPosition - 1);
  EXPECT_TRUE(only("<u8", top) == kLargestPosition);
  EXPECT_THAT(error_of([&] { only("<u8", top + 1); }),
              HasSubstr("9223372036854775809, beyond 2^63"));
}

TEST(NpyPositions, OfNumPyAreRead) {
  const auto positions = read_positions(SEXTANT_DATA_DIR "/npy/wrong_int64.npy");
  ASSERT_EQ(positions.count, 12u);
  for (int i = 0; i < 12; ++i) EXPECT_TRUE(positions[static_cast<std::size_t>(i)] == i);
}

TEST(NpyPositions, AreReadInPieces) {
  std::string numbers;
  for (std::uint64_t i = 0; i < 20'000; ++i) numbers += number_bytes(i, 4, ByteOrder::little);
  const Directory directory;
  write_file(directory / "ids.npy", npy_bytes(1, dictionary("<i4", false, "(20000,)"), numbers));
  const auto positions = read_positions(directory / "ids.npy");
  ASSERT_EQ(positions.count, 20'000u);
  for (std::size_t i = 0; i < positions.count; ++i) ASSERT_TRUE(positions[i] == Position(i));
}

/// The positions of a file of float32, or float64, as the rationals they are.
Positions floats(const std::vector<double>& values, bool wide) {
  std::string numbers;
  for (const double value : values) {
    numbers += wide ? number_bytes(std::bit_cast<std::uint64_t>(value), 8, ByteOrder::little)
                    : number_bytes(std::bit_cast<std::uint32_t>(static_cast<float>(value)), 4,
                                   ByteOrder::little);
  }
  const Directory directory;
  write_file(directory / "t.npy", npy_bytes(1,
                                            dictionary(wide ? "<f8" : "<f4", false,
                                                       "(" + std::to_string(values.size()) + ",)"),
                                            numbers));
  return read_positions(directory / "t.npy");
}

TEST(NpyPositions, OfFloatsAreTheRationalsTheyAre) {
  const std::vector<double> values = {999.5, 0, -0.0, 0.1F, -3, 16777216, 0x1.fffffep9};
  const Positions found = floats(values, false);
  ASSERT_EQ(found.count, values.size());
  EXPECT_EQ(found.parts, std::uint64_t{1} << 27);  // the last place of 0.1
  for (std::size_t row = 0; row < values.size(); ++row) {
    EXPECT_EQ(Rational(to_rational(found[row]) / Rational(Integer(found.parts))),
              Rational(values[row]))
        << values[row];
  }
  EXPECT_EQ(floats({0, 1, 2}, true).parts, 1u);
  EXPECT_EQ(floats({0.75}, true).parts, 4u);
  EXPECT_TRUE(floats({0x1p63}, true)[0] == kLargestPosition);
}

TEST(NpyPositions, OfFloatsThatNoCountReachesAreRefused) {
  for (const auto& values : {std::vector<double>{0x1p-63}, {0.1, 999.5}, {0x1p64}, {1e300}}) {
    EXPECT_THAT(error_of([&] { floats(values, true); }), HasSubstr("beyond 2^63")) << values[0];
  }
  EXPECT_THAT(error_of([&] { floats({1, std::nan("")}, true); }), HasSubstr("not finite"));
  EXPECT_THAT(error_of([&] { floats({HUGE_VAL}, false); }), HasSubstr("not finite"));
}

TEST(NpyPositions, ThatAreMalformedAreRefused) {
  const std::string twelve(48, '\0');
  const auto with = [&](const std::string& descr, const std::string& shape) {
    return error_of_positions(npy_bytes(1, dictionary(descr, false, shape), twelve));
  };
  for (const char* descr :
       {"<f3", "<f16", "<c8", "|b1", "|O", "<i3", "<i", "i", "<i16", "ii4", "<u44", "<V4"}) {
    EXPECT_THAT(with(descr, "(12,)"), HasSubstr("holds no numbers")) << descr;
  }
  EXPECT_THAT(with("<i4", "(3, 4)"), HasSubstr("shape (3, 4) is no single row"));
  EXPECT_THAT(with("<i4", "(0,)"), HasSubstr("holds no positions"));
  EXPECT_THAT(with("<i4", "(4611686018427387904,)"), HasSubstr("more than a file can hold"));
  EXPECT_THAT(with("<i4", "(18446744073709551615,)"), HasSubstr("more than a file can hold"));
  EXPECT_THAT(with("<i4", "(13,)"), HasSubstr("needs 52 bytes after the header, 48 are there"));
  EXPECT_THAT(with("<i4", "(1000000000000,)"), HasSubstr("is truncated"));
  EXPECT_THAT(with("<i4", "(11,)"), HasSubstr("has more bytes"));
  EXPECT_THAT(error_of_positions(""), HasSubstr("is empty"));
  const std::string whole = npy_bytes(1, dictionary("<i4", false, "(12,)"), twelve);
  EXPECT_THAT(error_of_positions(whole.substr(0, 90)), HasSubstr("ends within its header"));
}

}  // namespace
}  // namespace sextant
