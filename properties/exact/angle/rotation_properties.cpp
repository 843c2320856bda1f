#include <cmath>

#include "draw/gen.hpp"
#include "draw/patterns.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "exact/second_opinion.hpp"
#include "sextant/exact/enclosed.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/exact/rotation.hpp"
#include "sextant/number/round.hpp"

namespace sextant::exact {
namespace {

/// A finite number of a format, as a double.
double number_of(const Format& format) {
  return to_double(draw::Pattern(*draw::patterns(format)).number());
}

/// A pair of a rotary encoding at a position, and numbers that it turns.
struct Turning {
  Waves waves;
  Position position = 0;
  double x = 0, y = 0;

  RotatedNumber truth() const { return {waves, position, 0, x, y}; }
  SineCosine by() const { return Oracle({waves, {{Function::cosine, 0}}}).pair(position, 0); }
  Span second(slong precision = 4000) const {
    const auto part = [&](Function f, double factor) {
      auto value = second_opinion::value(waves, to_rational(position), {f, 0}, precision);
      arb_mul(value.get(), value.get(),
              second_opinion::real(to_rational(from_double(factor)), precision).get(), precision);
      return value;
    };
    auto sum = part(Function::cosine, x);
    arb_add(sum.get(), sum.get(), part(Function::sine, y).get(), precision);
    return sum.span();
  }
};
Turning draw_turning() {
  const auto place = *draw::places(draw::cast<Encoding>(draw::rotaries())).as("place");
  const Format format = *draw::element_of(draw::hardware_formats()).as("format");
  return {place.waves, place.position, number_of(format), number_of(format)};
}

/// The number nearest to all of a span; nullopt if its ends round differently.
std::optional<double> rounded(const Format& format, const Span& span) {
  const Number lower = round(format, span.lower);
  return lower == round(format, span.upper) ? std::optional(to_double(lower)) : std::nullopt;
}

PROPERTY(Turned, ItsBallOverlapsTheSecondOpinion) {
  const Turning t = draw_turning();
  const Ball ball = rotated(t.by(), t.x, t.y);
  RC_ASSERT(span(ball).overlaps(t.second()));
  const Rational lengths = abs(to_rational(from_double(t.x))) + abs(to_rational(from_double(t.y)));
  const Rational amplitude = to_rational(nearest(kFloat64, t.waves.amplitude));
  RC_ASSERT(radius(ball) <= lengths * (abs(amplitude) + 1) * power_of_two(-76));
}

PROPERTY(Turned, EveryEnclosureOverlapsTheSecondOpinion) {
  const Turning t = draw_turning();
  const int level = *draw::in_range(0, 4).as("rung");
  RC_ASSERT(span(t.truth().enclosure(level)).overlaps(t.second()));
}

PROPERTY(Turned, IsRoundedAsTheSecondOpinionRounds) {
  const Turning t = draw_turning();
  const Format format = *draw::element_of(draw::hardware_formats()).as("to");
  const auto known = t.truth().rational();
  const auto want = known ? to_double(round(format, *known)) : rounded(format, t.second());
  RC_PRE(want.has_value());
  const auto got = nearest(format, t.truth(), rotated(t.by(), t.x, t.y));
  RC_ASSERT(got.decided);
  RC_ASSERT(got.value == *want);
}

/// A number of 53 bits, of this exponent.
double of_all_bits(int exponent) {
  return std::ldexp(static_cast<double>(*draw::in_range<std::int64_t>(1LL << 52, 1LL << 53)),
                    exponent - 52);
}

/// Where both summands are exact, what is dropped of the smaller one's bits is in the radius.
PROPERTY(Turned, ItsBallHoldsTheSumOfWhatIsKnownExactly) {
  const int exponent = *draw::in_range(-60, 60).as("exponent");
  const double x = of_all_bits(exponent);
  const double y = of_all_bits(exponent - *draw::in_range(0, 160).as("apart"));
  const bool swapped = *draw::arbitrary<bool>().as("swapped");
  const Ball sum = rotated({ball(1), ball(-1)}, swapped ? y : x, swapped ? x : y);
  const Rational difference = to_rational(from_double(x)) - to_rational(from_double(y));
  const Rational exact = swapped ? Rational(difference) : Rational(-difference);
  RC_ASSERT(span(sum).lower <= exact && exact <= span(sum).upper);
}

/// v is, for example, the number nearest to −u·cot a: all leading digits cancel.
PROPERTY(Turned, IsRightWhereAllDigitsCancel) {
  Turning t = draw_turning();
  const Format format = *draw::element(kFloat32, kFloat64).as("of");
  t.x = 1 + 0x1p-20 * *draw::in_range(0, 1000).as("x");
  const Span cosine = second_opinion::span(t.waves, to_rational(t.position), {Function::cosine, 0});
  const Span sine = second_opinion::span(t.waves, to_rational(t.position), {Function::sine, 0});
  RC_PRE(sine.lower * sine.upper > 0);
  const Rational y = -to_rational(from_double(t.x)) * cosine.lower / sine.lower;
  RC_PRE(abs(y) < power_of_two(100) && abs(y) > power_of_two(-100));
  t.y = to_double(round(format, y));
  const auto want = t.truth().rational() ? to_double(round(kFloat64, *t.truth().rational()))
                                         : rounded(kFloat64, t.second());
  RC_PRE(want.has_value());
  RC_ASSERT(nearest(kFloat64, t.truth(), rotated(t.by(), t.x, t.y)).value == *want);
}

/// At angle 0 a number is what it was, times the amplitude; ties go to even.
TEST(Turned, IsExactAtTheOrigin) {
  Waves waves = chart(Rotary{.dim = 2}).waves;
  const auto at_origin = [&](double x, double y) { return RotatedNumber(waves, 0, 0, x, y); };
  EXPECT_EQ(at_origin(0.1, 7).rational(), to_rational(from_double(0.1)));
  EXPECT_EQ(rotated(Oracle({waves, {}}).pair(0, 0), 0.1, 7).radius, 0U);
  const double tie = 1 + 0x1p-8;  // between 1 and 1 + 2⁻⁷
  EXPECT_EQ(nearest(kBfloat16, at_origin(tie, 3), Ball{0, 1, 0}).value, 1);
  EXPECT_EQ(nearest(kBfloat16, at_origin(tie + 0x1p-7, 3), Ball{0, 1, 0}).value, 1 + 0x1p-6);
  waves.amplitude = Rational(3, 2);
  EXPECT_EQ(at_origin(-3, 7).rational(), Rational(-9, 2));
  waves.amplitude = pow(Expression(2), Rational(1, 2));
  EXPECT_EQ(at_origin(1, 7).rational(), std::nullopt);
  EXPECT_EQ(nearest(kFloat32, at_origin(1, 7), Ball{0, 1, 0}).value,
            static_cast<double>(1.41421356f));
}

Integer nearest_integer(const Rational& value) {
  const Rational moved = value * 2 + 1;
  const Integer below = 2 * denominator(moved);
  Integer quotient = numerator(moved) / below;
  if (numerator(moved) < 0 && quotient * below != numerator(moved)) --quotient;
  return quotient;
}

/// At rational parts of a turn, where a value is rational it is known to be; (3) and (4).
TEST(Turned, IsKnownWhereItIsRational) {
  Waves waves = chart(Rotary{.dim = 2}).waves;
  waves.frequencies[0] = {.coefficient = Rational(1, 12), .pi_power = 1};  // 24ths of a turn
  for (int k = -24; k <= 48; ++k) {
    for (const double x : {0.0, 1.0, -1.0, 0.75}) {
      for (const double y : {0.0, 1.0, -1.0, 0.5}) {
        const RotatedNumber truth(waves, k, 0, x, y);
        const Turning t{waves, k, x, y};
        const Span second = t.second(400);
        // Sums of halves of such numbers are eighths.
        const Rational eighth(nearest_integer(Rational((second.lower + second.upper) * 4)), 8);
        const bool rational = second.lower <= eighth && eighth <= second.upper;
        const auto known = truth.rational();
        ASSERT_EQ(known.has_value(), rational) << k << " " << x << " " << y;
        if (known) {
          ASSERT_EQ(*known, eighth) << k << " " << x << " " << y;
        }
      }
    }
  }
}

/// R(j)·R(k) = R(j + k), and lengths stay.
PROPERTY(Turned, ComposesAndKeepsLengths) {
  using I = Interval<50>;
  Turning t = draw_turning();
  t.waves.amplitude = 1;
  t.waves.origin = 0;
  const Position j = *draw::positions(40).as("j");
  const Position k = *draw::positions(40).as("k");
  const Oracle oracle({t.waves, {{Function::cosine, 0}}});
  const auto at = [&](Position p, double x, double y) {
    return enclosed<I>(rotated(oracle.pair(p, 0), x, y));
  };
  const I u = at(k, t.x, -t.y);
  const I v = at(k, t.y, t.x);
  const SineCosine by = oracle.pair(j, 0);
  const I both = u * enclosed<I>(by.cosine) - v * enclosed<I>(by.sine);
  RC_ASSERT(overlap(both, at(j + k, t.x, -t.y)));
  const I x = enclose<I>(to_rational(from_double(t.x)));
  const I y = enclose<I>(to_rational(from_double(t.y)));
  RC_ASSERT(overlap(I(u * u + v * v), I(x * x + y * y)));
}

}  // namespace
}  // namespace sextant::exact
