#include <gtest/gtest.h>

#include "exact/tables.hpp"

namespace sextant::exact {
namespace {

/// Charts of interleaved pairs and of runs, of both functions or of one.
rc::Gen<Chart> woven_charts() {
  return rc::gen::exec([] {
    const int dim = 2 * *draw::full(rc::gen::inRange(1, 140)).as("pairs");
    const bool interleaved = *rc::gen::arbitrary<bool>().as("interleaved");
    const auto order = *rc::gen::element(Order::sin_cos, Order::cos_sin).as("order");
    const auto part =
        *rc::gen::element(Part::table, Part::cos, Part::sin, Part::cos_repeated, Part::sin_repeated)
             .as("part");
    if (part == Part::table) {
      const auto layout = interleaved ? Layout::interleaved : Layout::halves;
      return chart(Sinusoidal{.dim = dim, .layout = layout, .order = order});
    }
    const auto layout = interleaved ? Pairing::interleaved : Pairing::half_split;
    return chart(Rotary{.dim = dim, .layout = layout}, part);
  });
}

/// Rows may begin anywhere and lie apart, which decides how they are written; what is around them
/// is left alone.
RC_GTEST_PROP(Table, WritesItsRowsAndNothingElse, ()) {
  const Chart c = *woven_charts().as("chart");
  const Format format =
      *rc::gen::elementOf(std::vector<Format>{kFloat16, kBfloat16, kFloat32, kFloat64})
           .as("format");
  const Positions positions = *rows(200).as("positions");
  const Table table(c, format, positions);
  const std::size_t size = table.row_bytes() / c.width();
  const auto some = draw::mostly<std::size_t>(0, draw::full(rc::gen::inRange<std::size_t>(0, 70)));
  const std::size_t skip = size * *some.as("skipped");
  const std::size_t stride = table.row_bytes() + size * *some.as("gap");
  const bool streamed = *rc::gen::arbitrary<bool>().as("streamed");
  std::vector<std::byte> got(skip + positions.count * stride, std::byte{0x5a});
  std::vector<std::byte> want = got;
  const std::vector<std::byte> dense = by_entry(c, format, positions);
  for (std::size_t row = 0; row < positions.count; ++row)
    std::memcpy(want.data() + skip + row * stride, dense.data() + row * table.row_bytes(),
                table.row_bytes());
  table.write(0, positions.count, {got.data() + skip, stride, streamed});
  RC_ASSERT(got == want);
}

/// Anchors are moved from block to block, from run to run, and found anew for every chain: over
/// more than one chain.
TEST(Table, LongOnesAreCorrectlyRoundedFull) {
  for (const Format& format : {kFloat16, kBfloat16, kFloat32, kFloat64}) {
    const Positions positions = {1000003, 300000, -7};
    const Chart c = chart(Sinusoidal{.dim = 4});
    EXPECT_TRUE(written(Table(c, format, positions)) == by_entry(c, format, positions)) << format;
  }
}

}  // namespace
}  // namespace sextant::exact
