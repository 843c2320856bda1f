#include <cstdlib>
#include <memory>

#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "exact/table/tables.hpp"
#include "exact/table/targets.hpp"
#include "sextant/encoding/real/error.hpp"

namespace sextant::exact {
namespace {

const std::vector<Format> kVectorFormats = {kFloat16, kBfloat16, kFloat32, kFloat64};

/// Charts of interleaved pairs and of runs, of both functions or of one: in a panel, or in several.
draw::Gen<Chart> pattern_charts() {
  return draw::exec([] {
    const int pairs = *draw::full(draw::one_of(draw::in_range(1, 140), draw::in_range(1, 9),
                                               draw::in_range(250, 1060)))
                           .as("pairs");
    const int whole = *draw::element(1, 16).as("pairs are a multiple of");
    const int dim = 2 * ((pairs + whole - 1) / whole * whole);
    const bool interleaved = *draw::arbitrary<bool>().as("interleaved");
    const auto order = *draw::element(Order::sin_cos, Order::cos_sin).as("order");
    const auto part =
        *draw::element(Part::table, Part::cos, Part::sin, Part::cos_repeated, Part::sin_repeated)
             .as("part");
    if (part == Part::table) {
      const auto layout = interleaved ? Layout::interleaved : Layout::halves;
      return chart(Sinusoidal{.dim = dim, .layout = layout, .order = order});
    }
    const auto layout = interleaved ? Pairing::interleaved : Pairing::half_split;
    return chart(Rotary{.dim = dim, .layout = layout}, part);
  });
}

/// Bytes that begin with a line, all alike.
class Lines {
 public:
  static constexpr std::size_t kLine = 128;

  explicit Lines(std::size_t bytes)
      : bytes_(bytes),
        at_(static_cast<std::byte*>(std::aligned_alloc(kLine, (bytes / kLine + 1) * kLine))) {
    std::memset(at_.get(), 0x5a, bytes);
  }
  std::byte* at() { return at_.get(); }
  std::vector<std::byte> all() const { return {at_.get(), at_.get() + bytes_}; }

 private:
  struct Free {
    void operator()(std::byte* at) const { std::free(at); }
  };
  std::size_t bytes_;
  std::unique_ptr<std::byte[], Free> at_;
};

/// Rows may begin anywhere and lie apart, which decides how they are written; what is around them
/// is left alone.  By every target.
PROPERTY(ExactTable, WritesItsRowsAndNothingElse) {
  const Chart c = *pattern_charts().as("chart");
  const Format format = *draw::element_of(kVectorFormats).as("format");
  const Positions positions = *rows(150).as("positions");
  const std::size_t size = static_cast<std::size_t>(format.storage_bits) / 8;
  const std::size_t row_bytes = c.width() * size;
  const auto some = draw::mostly<std::size_t>(0, draw::full(draw::in_range<std::size_t>(0, 70)));
  const std::size_t skip = Lines::kLine + size * *some.as("skipped");
  const std::size_t stride = row_bytes + size * *some.as("gap");
  const bool streamed = *draw::arbitrary<bool>().as("streamed");
  const std::size_t bytes = skip + positions.count * stride + Lines::kLine;
  std::vector<std::byte> want(bytes, std::byte{0x5a});
  const std::vector<std::byte> dense = by_entry(c, format, positions);
  for (std::size_t row = 0; row < positions.count; ++row)
    std::memcpy(want.data() + skip + row * stride, dense.data() + row * row_bytes, row_bytes);
  for (const std::int64_t target : targets()) {
    const Restricted only(target);
    Lines got(bytes);
    ExactTable(c, format, positions).write(0, positions.count, {got.at() + skip, stride, streamed});
    RC_ASSERT(got.all() == want);
  }
}

/// Anchors are moved from block to block and from run to run, and found anew for every chain, or,
/// where products do not fuse, for every block: over more than one chain.
TEST(ExactTable, LongOnesAreCorrectlyRoundedFull) {
  const Chart c = chart(Sinusoidal{.dim = 8});
  const Positions positions = {1000003, 270000, -7};
  for (const Format& format : kVectorFormats) {
    const std::vector<std::byte> want = by_entry(c, format, positions);
    for (const std::int64_t target : targets()) {
      const Restricted only(target);
      EXPECT_TRUE(written(ExactTable(c, format, positions)) == want) << format << ", " << target;
    }
  }
}

/// A row of cosines alone is not touched by what its sines would need, where both sit in one group:
/// of slow frequencies hardly any sine is sure.
TEST(ExactTable, OneFunctionIsLeftAloneByTheOtherFull) {
  const Positions positions = Positions::from(-4000, 12000);
  for (const Part part : {Part::cos, Part::sin}) {
    const Chart c = chart(Rotary{.dim = 128, .base = Rational(1'000'000'000'000)}, part);
    for (const Format& format : kVectorFormats) {
      const std::vector<std::byte> want = by_entry(c, format, positions);
      for (const bool streamed : {false, true}) {
        EXPECT_TRUE(written(ExactTable(c, format, positions), streamed) == want)
            << name(part) << ", " << format;
      }
    }
  }
}

TEST(ExactTable, RefusesRowsItHasNotAndMemoryTooSmall) {
  const Positions some = Positions::from(0, 20);
  std::vector<std::byte> memory(20 * 32);
  for (const Positions& positions : {some, Positions::of({3, 1, 4, 1, 5, 9, 2, 6})}) {
    const ExactTable table(chart(Sinusoidal{.dim = 8}), kFloat32, positions);
    EXPECT_THROW(table.write(1, positions.count, {memory.data()}), Error);
    EXPECT_THROW(table.write(positions.count + 1, 0, {memory.data()}), Error);
    EXPECT_THROW(table.write(1, ~std::uint64_t{0}, {memory.data()}), Error);
    EXPECT_THROW(table.write(0, 1, {memory.data(), 31}), Error);
    EXPECT_THROW(table.write(0, 1, {}), Error);
    table.write(0, positions.count, {memory.data()});
    memory.resize(positions.count * 32);
    EXPECT_EQ(memory, written(table)) << "a stride of 0 is that of a row";
  }
}

/// Prepared for one format or not, an entry is the same.
PROPERTY(Entries, AreWhatTheOracleSays) {
  const draw::Place place = *draw::places().as("place");
  const Format format = *draw::element_of(kVectorFormats).as("format");
  const Oracle oracle(Chart{place.waves, {place.channel}});
  const Entries entries(oracle, format);
  const auto got = entries.nearest(place.position, 0);
  const auto want = oracle.nearest(format, place.position, place.channel,
                                   oracle.ball(place.position, place.channel));
  RC_ASSERT(std::bit_cast<std::uint64_t>(got.value) == std::bit_cast<std::uint64_t>(want.value));
  RC_ASSERT(got.decided == want.decided);
}

}  // namespace
}  // namespace sextant::exact
