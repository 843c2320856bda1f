#include <bit>
#include <random>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/exact/angle/fixed_sine.hpp"
#include "sextant/exact/angle/sine_cosine.hpp"

namespace sextant::exact {
namespace {

/// Random phases, also near multiples of a step and of a quarter, where signs and indices change.
std::vector<Turn> phases(unsigned seed, std::size_t count) {
  std::mt19937_64 random(seed);
  std::vector<Turn> result;
  for (std::size_t k = 0; k < count; ++k) {
    Turn turn{random(), random(), 0, 0};
    const auto kind = random() % 4;
    if (kind == 1) turn.high &= ~std::uint64_t{0} << (random() % 64);
    if (kind == 2) turn.high |= ~std::uint64_t{0} >> (random() % 64);
    if (kind == 3) turn.high = (turn.high >> 51 << 51) + random() % 3 - 1;
    result.push_back(turn);
  }
  return result;
}

/// One value by integers is what its ball rounds to, wherever it is certain.
PROPERTY(FixedSine, IsWhatTheBallRoundsTo) {
  const auto seed = static_cast<unsigned>(*draw::in_range(0, 1 << 30).as("seed"));
  std::size_t certain = 0;
  const std::vector<Turn> all = phases(seed, 2000);
  for (const Turn& turn : all) {
    double got = 0;
    if (!FixedSine::instance().nearest(Bits{turn.high} << 64 | turn.middle, got)) continue;
    const auto want = nearest(kFloat64, sine_cosine(turn).sine);
    if (!want) continue;
    ++certain;
    RC_ASSERT(std::bit_cast<std::uint64_t>(got) == std::bit_cast<std::uint64_t>(*want));
  }
  RC_ASSERT(certain > all.size() / 2);
}

/// Nearly every phase is certain: the others are near multiples of half a turn.
TEST(FixedSine, IsCertainOfMostPhases) {
  std::mt19937_64 random(7);
  std::size_t open = 0;
  for (int k = 0; k < 100000; ++k) {
    double ignored = 0;
    open += FixedSine::instance().nearest(Bits{random()} << 64 | random(), ignored) ? 0U : 1U;
  }
  EXPECT_LT(open, 100U);
}

/// No phase of a whole half turn is certain: signs of zeros are the oracle's.
TEST(FixedSine, LeavesZerosToTheOracle) {
  for (const std::uint64_t high : {std::uint64_t{0}, std::uint64_t{1} << 63}) {
    double ignored = 0;
    EXPECT_FALSE(FixedSine::instance().nearest(Bits{high} << 64, ignored));
    EXPECT_FALSE(FixedSine::instance().nearest((Bits{high} << 64) - 1, ignored));
  }
}

}  // namespace
}  // namespace sextant::exact
