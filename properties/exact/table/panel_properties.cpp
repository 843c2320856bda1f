#include <bit>
#include <cfenv>

#include <gtest/gtest.h>

#include "sextant/exact/table/bounds.hpp"
#include "sextant/exact/table/panel.hpp"

namespace sextant::exact {
namespace {

/// The bits of a panel's offsets, made while a rounding mode is set.
std::vector<std::uint64_t> offsets(const Kernel& kernel, int rounding) {
  const Shape shape = kernel.shape(ColumnPattern::apart);
  std::vector<Turn> half_steps;
  for (std::uint64_t i = 1; i <= 2 * shape.tile; ++i)
    half_steps.push_back({i * 0x0123'4567'89ab'cdef, i, i, 1});
  const int before = std::fegetround();
  std::fesetround(rounding);
  const Panel panel(kernel, shape, 0, half_steps, kMostHalf, true);
  std::fesetround(before);
  std::vector<std::uint64_t> bits;
  for (std::size_t i = 0; i < kMostHalf * panel.doubles(); ++i)
    bits.push_back(std::bit_cast<std::uint64_t>(panel.angles(nullptr).offsets[i]));
  return bits;
}

/// A panel outlives the surroundings it was made in, and proofs suppose rounding to nearest.
///                                                                          table.md, (7), (8)
TEST(Panel, DoesNotDependOnTheRoundingModeAround) {
  for (const int precision : {24, 53}) {
    const Kernel kernels = kernel(precision);
    if (kernels.shape == nullptr) GTEST_SKIP() << "no vectors";
    const auto nearest = offsets(kernels, FE_TONEAREST);
    for (const int rounding : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO})
      EXPECT_TRUE(offsets(kernels, rounding) == nearest) << precision << ", mode " << rounding;
  }
}

}  // namespace
}  // namespace sextant::exact
