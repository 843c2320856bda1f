#include <cmath>

#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "draw/patterns.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/exact/reference.hpp"
#include "sextant/measure/entry/error.hpp"
#include "sextant/number/round.hpp"
#include "sextant/number/ulp.hpp"

namespace sextant {
namespace {

using measure::Correct;
using measure::EntryError;
using measure::ErrorMeter;

/// The error of a number by the definition: exact rationals about an enclosure of 1000 bits.
struct Slow {
  Rational lower, upper;  ///< of the truth
  Rational value;

  Rational least_error() const {
    if (value >= lower && value <= upper) return 0;
    return std::min(Rational(abs(value - lower)), Rational(abs(value - upper)));
  }
  Rational greatest_error() const {
    return std::max(Rational(abs(value - lower)), Rational(abs(value - upper)));
  }
};

Slow slow(const draw::Place& place, double value) {
  const auto truth = exact::enclosure(place.waves, to_rational(place.position), place.channel, 2);
  if (const auto exactly =
          exact::rational_value(place.waves, to_rational(place.position), place.channel))
    return {*exactly, *exactly, to_rational(from_double(value))};
  return {to_rational(truth.lower), to_rational(truth.upper), to_rational(from_double(value))};
}

/// A number of a format near the truth: some steps away, or anywhere.
double somewhere(const Format& format, double near) {
  const Bits bits = encode(format, from_double(std::abs(near)));
  const auto steps = *draw::full(draw::in_range<int>(-4, 5));
  const auto far = *draw::weighted_element<int>({{3, 0}, {1, 1}});
  const Bits least = 0;
  const Bits moved = steps < 0 && bits < static_cast<Bits>(-steps)
                         ? least
                         : bits + static_cast<Bits>(static_cast<Ordinal>(steps));
  const double size =
      far != 0 ? to_double((*draw::patterns(format)).number()) : to_double(decode(format, moved));
  return std::copysign(size, *draw::weighted_element<int>({{9, 1}, {1, -1}}) * near);
}

/// Encodings whose angles are tiny, so that a phase in fixed point knows few of their bits or none.
draw::Gen<Encoding> faint() {
  return draw::exec([] {
    const auto one_of = [](std::vector<std::string_view> texts) {
      return parse_rational(*draw::full(draw::element_of(std::move(texts))));
    };
    Sinusoidal e;
    e.dim = *draw::element(2, 4, 8);
    e.base = one_of({"1e80", "1e150", "10000"});
    e.scale = one_of({"1", "1e-30", "1e-60", "1e-150", "1/3"});
    e.amplitude = one_of({"1", "1e-30", "1/3"});
    return Encoding(e);
  });
}

draw::Gen<draw::Place> all_places() {
  return draw::weighted_one_of<draw::Place>({{3, draw::places()}, {1, draw::places(faint())}});
}

/// The bounds are close: |y − x| to one part in 2⁴⁰ plus a radius of 2⁻⁶⁰ of x, for every x; ulps
/// to twice that if x and its lower bound lie in two binades.
PROPERTY(Error, FieldsAreCloseUpperBounds) {
  const draw::Place place = *all_places();
  const Format format = *draw::element_of(draw::hardware_formats());
  const exact::Oracle oracle(place.chart());
  const exact::Ball ball = oracle.ball(place.position, place.channel);
  const exact::Near near = exact::near(ball);
  RC_PRE(std::isfinite(near.high));
  const auto nearest = oracle.nearest(format, place.position, place.channel);
  RC_PRE(std::isfinite(nearest.value));
  const double y = somewhere(format, nearest.value);
  const EntryError e = ErrorMeter(oracle, format).entry(place.position, place.channel, ball, y);
  const Slow s = slow(place, y);

  const Rational absolute = to_rational(from_double(e.absolute));
  RC_ASSERT(absolute >= s.least_error());
  const Rational radius = abs(s.lower) * power_of_two(-60);
  RC_ASSERT(absolute <= s.greatest_error() * (1 + power_of_two(-40)) +
                            2 * radius * (1 + power_of_two(-40)) + power_of_two(-1070));

  const Rational size = std::min(Rational(abs(s.lower)), Rational(abs(s.upper)));
  const Rational ulp = power_of_two(ulp_exponent(format, size));
  if (std::isinf(e.ulps)) {  // more than float64 can count
    RC_ASSERT(s.greatest_error() > ulp * power_of_two(1022));
    return;
  }
  const Rational ulps = to_rational(from_double(e.ulps));
  RC_ASSERT(e.correct == Correct::yes || ulps * ulp >= s.least_error());
  RC_ASSERT(ulps * ulp <= absolute || (size != 0 && ulps * ulp <= 2 * absolute));
  if (e.correct == Correct::yes) RC_ASSERT(e.ulps <= 0.5);
}

/// Steps, correct and faithful, each by its own definition.
PROPERTY(Error, CountsStepsAndNeighbours) {
  const draw::Place place = *all_places();
  const Format format = *draw::element_of(draw::hardware_formats());
  const exact::Oracle oracle(place.chart());
  const auto nearest =
      exact::nearest(format, place.waves, to_rational(place.position), place.channel);
  RC_PRE(nearest.decided && nearest.number.finite());
  const double y = somewhere(format, to_double(nearest.number));
  const EntryError e =
      ErrorMeter(oracle, format)
          .entry(place.position, place.channel, oracle.ball(place.position, place.channel), y);
  RC_ASSERT(e.want == to_double(nearest.number));
  const auto place_of_number = [&](double x) {
    return ordinal(format, encode(format, from_double(x)));
  };
  const Ordinal apart = place_of_number(y) - place_of_number(e.want);
  RC_ASSERT(e.steps == static_cast<double>(apart < 0 ? -apart : apart));
  RC_ASSERT((e.correct == Correct::yes) == (apart == 0));

  const Slow s = slow(place, y);
  bool neighbour = s.lower == s.upper && s.value == s.lower;
  for (const Rounding rounding : {Rounding::down, Rounding::up}) {
    // Directed modes are taken for positive numbers, so the ends are rounded by hand.
    const auto outward = [&](const Rational& x) {
      const bool away = (rounding == Rounding::up) == (x > 0);
      return to_rational(round(format, x, away ? Rounding::away_from_zero : Rounding::toward_zero));
    };
    neighbour = neighbour || (outward(s.lower) == s.value && outward(s.upper) == s.value);
  }
  RC_ASSERT(e.faithful == neighbour);
}

/// Either zero is right where the value is 0 or rounds to it.
TEST(Error, TakesBothZerosForRight) {
  for (const Format& format : draw::hardware_formats()) {
    const exact::Oracle oracle(chart(Sinusoidal{.dim = 4}));
    const Channel sine = oracle.chart().channels[0];
    for (const double zero : {0.0, -0.0}) {
      const auto e = ErrorMeter(oracle, format).entry(0, sine, oracle.ball(0, sine), zero);
      EXPECT_EQ(e.correct, Correct::yes);
      EXPECT_EQ(e.steps, 0);
      EXPECT_EQ(e.absolute, 0);
      EXPECT_EQ(e.ulps, 0);
    }
  }
}

/// The same of a value that is not 0, whose zero has a sign.
TEST(Error, TakesBothZerosForAValueThatRoundsToZero) {
  for (const Format& format : {kFloat16, kBfloat16, kFloat32}) {
    const exact::Oracle oracle(
        chart(Sinusoidal{.dim = 2, .scale = power_of_two(format.emin - format.precision - 3)}));
    const Channel sine = oracle.chart().channels[0];
    for (const Position p : {-1, 1}) {
      for (const double zero : {0.0, -0.0}) {
        const auto e = ErrorMeter(oracle, format).entry(p, sine, oracle.ball(p, sine), zero);
        EXPECT_EQ(e.correct, Correct::yes);
        EXPECT_EQ(e.steps, 0);
        EXPECT_EQ(std::signbit(e.want), p < 0);
      }
    }
  }
}

/// An angle of 0 is exact wherever it lies, so that a bound of 0 can be kept there.
TEST(Error, IsZeroWhereTheAngleIs) {
  for (const auto& [origin, position] :
       std::vector<std::pair<Rational, Position>>{{-3, 3}, {1000, -1000}, {0, 0}}) {
    const exact::Oracle oracle(chart(Sinusoidal{.dim = 8, .origin = origin}));
    const ErrorMeter meter(oracle, kFloat64);
    for (const Channel& channel : oracle.chart().channels) {
      const double value = channel.function == Function::sine ? 0 : 1;
      const auto e = meter.entry(position, channel, oracle.ball(position, channel), value);
      EXPECT_EQ(e.absolute, 0) << to_text(position);
      EXPECT_EQ(e.correct, Correct::yes);
    }
  }
}

/// A step off is a step off at any size: the sine of 1.92·10⁻⁵⁸ is one of them.
TEST(Error, CountsOneUlpForOneStepHoweverSmallTheValue) {
  const exact::Oracle oracle(chart(Sinusoidal{.dim = 8, .base = parse_rational("1e80")}));
  const ErrorMeter meter(oracle, kFloat64);
  for (int pair = 0; pair < 4; ++pair) {
    for (const Position p : {Position{1}, Position{192}}) {
      const Channel sine{Function::sine, pair};
      const exact::Ball truth = oracle.ball(p, sine);
      const double right = oracle.nearest(kFloat64, p, sine, truth).value;
      const auto off = meter.entry(p, sine, truth, std::nextafter(right, 2.0));
      EXPECT_EQ(off.steps, 1);
      EXPECT_GE(off.ulps, 0.5);
      EXPECT_LE(off.ulps, 1.5 * (1 + 0x1p-5)) << to_text(p) << ", pair " << pair;
    }
  }
}

/// Subnormal numbers of float16: the unit stops shrinking at 2⁻²⁴.
TEST(Error, MeasuresSubnormalsInTheLeastUnit) {
  const exact::Oracle oracle(
      chart(Sinusoidal{.dim = 2, .scale = Rational(3, Integer(1) << 26)}));  // sin ≈ 0.75·2⁻²⁴
  const Channel sine = oracle.chart().channels[0];
  const ErrorMeter meter(oracle, kFloat16);
  const auto ball = oracle.ball(1, sine);
  const auto right = meter.entry(1, sine, ball, 0x1p-24);
  EXPECT_EQ(right.correct, Correct::yes);
  EXPECT_EQ(std::nearbyint(right.ulps * 0x1p20), 0x1p18);  // a quarter
  const auto zero = meter.entry(1, sine, ball, 0);
  EXPECT_EQ(zero.correct, Correct::no);
  EXPECT_TRUE(zero.faithful);
  EXPECT_EQ(zero.steps, 1);
  EXPECT_EQ(std::nearbyint(zero.ulps * 0x1p20), 3 * 0x1p18);
  const auto two = meter.entry(1, sine, ball, 0x1p-23);
  EXPECT_FALSE(two.faithful);
  EXPECT_EQ(meter.entry(1, sine, ball, -0x1p-24).steps, 2);
}

/// Where the truth is a number of the format, nothing else is faithful; 1 − 2⁻²⁴ is not beside 1.
TEST(Error, IsNotFaithfulBesideARepresentableValue) {
  const exact::Oracle oracle(chart(Sinusoidal{.dim = 4}));
  const Channel cosine = oracle.chart().channels[1];
  for (const Format& format : draw::hardware_formats()) {
    const double below = 1 - std::ldexp(1.0, -format.precision);
    const auto e = ErrorMeter(oracle, format).entry(0, cosine, oracle.ball(0, cosine), below);
    EXPECT_EQ(e.steps, 1);
    EXPECT_FALSE(e.faithful) << format;
    EXPECT_GE(e.ulps, 0.5) << format;  // of the unit above 1
    EXPECT_LE(e.ulps, 0.5 * (1 + 0x1p-49)) << format;
  }
}

/// However near the truth lies to a number, it lies on one side of it: cos 2⁻¹⁰⁰ is below 1.
TEST(Error, IsFaithfulOnTheSideOfTheTruth) {
  for (const int exponent : {-10, -30, -45, -100, -400}) {
    const exact::Oracle oracle(chart(Sinusoidal{.dim = 2, .scale = power_of_two(exponent)}));
    const Channel cosine = oracle.chart().channels[1];
    for (const Format& format : {kFloat32, kFloat64}) {
      const auto truth = oracle.ball(1, cosine);
      const double one = oracle.nearest(format, 1, cosine).value;
      const double below = one - std::ldexp(1.0, -format.precision);
      const double above = one + std::ldexp(2.0, -format.precision);
      const ErrorMeter meter(oracle, format);
      if (one == 1) {
        EXPECT_TRUE(meter.entry(1, cosine, truth, below).faithful) << exponent;
        EXPECT_FALSE(meter.entry(1, cosine, truth, above).faithful) << exponent;
      }
      EXPECT_EQ(meter.entry(1, cosine, truth, one).correct, Correct::yes);
    }
  }
}

}  // namespace
}  // namespace sextant
