#include "draw/gen.hpp"
#include "draw/numbers.hpp"
#include "engine/property.hpp"
#include "exact/angle/span.hpp"
#include "exact/table/targets.hpp"
#include "sextant/exact/angle/fine.hpp"
#include "sextant/exact/table/bounds.hpp"
#include "sextant/exact/table/points.hpp"

namespace sextant::exact {
namespace {

constexpr std::size_t kSlots = 64;  // a multiple of the lanes of every target

std::vector<Kernel> kernels() {
  std::vector<Kernel> found;
  for (const std::int64_t target : targets()) {
    const Restricted restricted(target);
    if (kernel(53).shape != nullptr) found.push_back(kernel(53));
  }
  return found;
}

/// A turn near a point of the table, near the middle between two, or anywhere.
Turn some_turn() {
  const std::uint64_t k = *draw::in_range<std::uint64_t>(0, 2048);
  const std::uint64_t rest = *draw::log_uniform(64);
  const auto word = draw::full(draw::arbitrary<std::uint64_t>());
  const Turn turn{(k << 53) + rest, *word, *word, 0};
  return *draw::arbitrary<bool>() ? -turn : turn;
}

/// table.md, (14): the distance of every point from the true one; a product with a factor is one
/// step more.
PROPERTY(Points, AreAsNearToTheTruthAsDerived) {
  std::vector<Turn> turns;
  for (std::size_t slot = 0; slot < kSlots; ++slot) turns.push_back(some_turn());
  std::optional<Factor> factor;
  if (*draw::arbitrary<bool>())
    factor =
        Factor::of(*draw::in_range(0, 7) == 0 ? 1 - power_of_two(-100)
                                              : Rational(*draw::in_range(-1000, 1000) | 1, 1001));
  const Rational bound = (factor ? 2 : 1) * power_of_two(kPointError) + power_of_two(-122);
  for (const Kernel& kernel : kernels()) {
    Points points(kSlots);
    points.set(kernel, turns, factor);
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      SineCosine truth = fine_sine_cosine(turns[slot]);
      if (factor) truth = {truth.sine * *factor, truth.cosine * *factor};
      const auto [x, below_x, y, below_y] = points.at(slot);
      const Rational dx = Rational(x) + Rational(below_x) - middle(truth.sine);
      const Rational dy = Rational(y) + Rational(below_y) - middle(truth.cosine);
      RC_ASSERT(dx * dx + dy * dy <= bound * bound);
      RC_ASSERT(x == x + below_x && y == y + below_y);
    }
  }
}

TEST(Points, AreExactAtQuarterTurns) {
  std::vector<Turn> turns;
  for (std::uint64_t slot = 0; slot < kSlots; ++slot) turns.push_back({slot << 62, 0, 0, 0});
  for (const Kernel& kernel : kernels()) {
    Points points(kSlots);
    points.set(kernel, turns);
    for (std::size_t slot = 0; slot < kSlots; slot += 4) {
      EXPECT_EQ(points.at(slot), (Points::Point{0, 0, 1, 0})) << kernel.target;
      EXPECT_EQ(points.at(slot + 1), (Points::Point{1, 0, 0, 0})) << kernel.target;
      EXPECT_EQ(points.at(slot + 2), (Points::Point{0, 0, -1, 0})) << kernel.target;
      EXPECT_EQ(points.at(slot + 3), (Points::Point{-1, 0, 0, 0})) << kernel.target;
    }
  }
}

}  // namespace
}  // namespace sextant::exact
