#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/measure/entry/error.hpp"

namespace sextant {
namespace {

using measure::ErrorMeter;

/// A pair stored from another angle is off by that angle, signed, wrapped, from above.
PROPERTY(Phase, IsTheAngleBetween) {
  const Position p = *draw::positions(40);
  const exact::Oracle oracle(chart(Sinusoidal{.dim = 64}));
  const int pair = *draw::full(draw::in_range(0, 32));
  const auto truth = oracle.pair(p, pair);
  const double turn = *draw::element_of(
      std::vector<double>{0x1p-40, -0x1p-40, 0x1p-20, 0.5, -1.5, 1.5707963, -3, 3, 3.1415});
  const long double s = exact::near(truth.sine).high;
  const long double c = exact::near(truth.cosine).high;
  const auto sine = static_cast<double>(s * std::cos(turn) + c * std::sin(turn));
  const auto cosine = static_cast<double>(c * std::cos(turn) - s * std::sin(turn));
  const auto phase = ErrorMeter(oracle, kFloat64).phase(p, pair, truth, sine, cosine);
  RC_ASSERT(phase.has_value());
  // Both coordinates are rounded to doubles, and so is the truth here: 2⁻⁵¹ of a radian.  What is
  // added for the evaluation is 2⁻⁴⁸ of |ds| + |dc| ≤ √2·|turn|, and 2⁻⁵⁰ of the angle.
  RC_ASSERT(std::abs(phase->radians - turn) <= 0x1p-51 + 0x1.8p-48 * std::abs(turn));
  const double omega = exact::near(oracle.ball(0, {Function::frequency, pair})).high;
  RC_ASSERT(std::abs(phase->positions * omega - phase->radians) <=
            0x1p-50 * std::abs(phase->radians));
}

/// The length of the stored pair does not matter, nor does an amplitude.
PROPERTY(Phase, DoesNotSeeTheLength) {
  const Position p = *draw::positions(40);
  const auto amplitude = *draw::element_of(std::vector<Rational>{1, 16, Rational(1, 8)});
  const exact::Oracle oracle(chart(Sinusoidal{.dim = 8, .amplitude = amplitude}));
  const auto truth = oracle.pair(p, 1);
  const double s = exact::near(truth.sine).high;
  const double c = exact::near(truth.cosine).high;
  const auto phase = ErrorMeter(oracle, kFloat64).phase(p, 1, truth, s / 4, c / 4);
  RC_ASSERT(phase.has_value());
  // |ds·c| + |dc·s| is at most three times the stored length; 2⁻⁴⁸ of that is added to a cross
  // product that is 0 but for its evaluation, 2⁻⁵¹ of that.
  RC_ASSERT(std::abs(phase->radians) <= 3 * 0x1p-48 + 3 * 0x1p-51);
}

TEST(Phase, IsNothingForNothing) {
  const exact::Oracle oracle(chart(Sinusoidal{.dim = 4}));
  const auto truth = oracle.pair(7, 1);
  const ErrorMeter meter(oracle, kFloat32);
  EXPECT_FALSE(meter.phase(7, 1, truth, 0, 0));
  EXPECT_FALSE(meter.phase(7, 1, truth, std::nan(""), 1));
  EXPECT_FALSE(meter.phase(7, 1, truth, 1, HUGE_VAL));
  const exact::Oracle flat(chart(Sinusoidal{.dim = 4, .amplitude = 0}));
  EXPECT_FALSE(ErrorMeter(flat, kFloat32).phase(7, 1, flat.pair(7, 1), 1, 0));
}

/// (−π, π]: half a turn is +π from either side.
TEST(Phase, WrapsToPlusPi) {
  const exact::Oracle oracle(chart(Sinusoidal{.dim = 4}));
  const auto truth = oracle.pair(0, 0);  // (0, 1)
  for (const double sine : {0.0, -0.0, 0x1p-60, -0x1p-60}) {
    const auto phase = ErrorMeter(oracle, kFloat64).phase(0, 0, truth, sine, -1);
    ASSERT_TRUE(phase);
    EXPECT_EQ(phase->radians, std::numbers::pi);
  }
}

/// A pair that turns by 10⁻⁶⁰ a position is stored well: it is not off by a position, though the
/// phase of a prepared oracle could not tell.
TEST(Phase, KnowsSlowPairsAsWellAsFastOnes) {
  const exact::Oracle oracle(chart(Sinusoidal{.dim = 8, .base = parse_rational("1e80")}));
  for (const Position p : {Position{1}, Position{192}, Position{1000003}}) {
    for (int pair = 0; pair < 4; ++pair) {
      const double sine = oracle.nearest(kFloat64, p, {Function::sine, pair}).value;
      const double cosine = oracle.nearest(kFloat64, p, {Function::cosine, pair}).value;
      const auto phase =
          ErrorMeter(oracle, kFloat64).phase(p, pair, oracle.pair(p, pair), sine, cosine);
      ASSERT_TRUE(phase);
      // Half an ulp of either coordinate moves the pair by 2⁻⁵³·(|s·c| + |c·s|) at most.
      EXPECT_LE(std::abs(phase->radians), 0x1p-52 * std::abs(sine * cosine) * (1 + 0x1p-5))
          << to_text(p) << ", pair " << pair;
    }
  }
}

}  // namespace
}  // namespace sextant
