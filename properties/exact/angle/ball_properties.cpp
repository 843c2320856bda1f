#include <cmath>

#include "draw/gen.hpp"
#include "draw/patterns.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "exact/angle/span.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/number/round.hpp"

namespace sextant::exact {
namespace {

/// A ball that can be shown.
struct Drawn {
  Ball ball;
};
std::ostream& operator<<(std::ostream& out, const Drawn& d) {
  return out << middle(d.ball) << " ± " << radius(d.ball);
}

Ordinal with_sign(Bits size, bool negative) {
  return negative ? -static_cast<Ordinal>(size) : static_cast<Ordinal>(size);
}

/// Balls of every size in a window of exponents that reaches beyond both ends of float64.
draw::Gen<Drawn> balls(int lowest = -1300, int highest = 1100) {
  return draw::apply(
      [](std::uint64_t high, std::uint64_t low, int bits, std::uint64_t radius, int wide,
         bool negative, int exponent) {
        const Bits raw = ((Bits{high} << 64) | low) >> 1;
        const Bits size = raw >> (127 - bits);
        return Drawn{{with_sign(size, negative), Bits{radius} << wide, exponent}};
      },
      draw::full(draw::arbitrary<std::uint64_t>()), draw::full(draw::arbitrary<std::uint64_t>()),
      draw::full(draw::in_range(0, 128)), draw::log_uniform(63), draw::full(draw::in_range(0, 63)),
      draw::arbitrary<bool>(), draw::full(draw::in_range(lowest, highest)));
}

/// Balls next to a boundary between two numbers of a format: the middle of two neighbours, or one
/// of them, a little off.
draw::Gen<Drawn> balls_near_boundaries(const Format& format) {
  return draw::apply(
      [](const draw::Pattern& pattern, std::uint64_t off, std::uint64_t radius, bool middle,
         bool below) {
        const Number number = pattern.number();
        if (number.zero()) return Drawn{{with_sign(off, below), Bits{radius}, -140}};
        const int top = highest_bit(number.significand);
        const int grow = 125 - top;
        const Integer size = number.significand << static_cast<unsigned>(grow);
        const Bits bits = (Bits{static_cast<std::uint64_t>(Integer(size >> 64))} << 64) |
                          static_cast<std::uint64_t>(Integer(size & ~std::uint64_t{0}));
        const Bits half = Bits{1} << (125 - pattern.format.precision);
        const Bits there = bits + (middle ? half : 0);
        return Drawn{{with_sign(below ? there - off : there + off, number.negative), Bits{radius},
                      number.exponent - grow}};
      },
      draw::patterns(format), draw::log_uniform(40), draw::log_uniform(41), draw::arbitrary<bool>(),
      draw::arbitrary<bool>());
}

/// The definition, by the other rounding: of rationals, not of 128 bits.
std::optional<double> by_definition(const Format& format, const Ball& ball) {
  const Span ends = span(ball);
  if (ends.lower == 0 && ends.upper == 0) return 0.0;
  if (ends.lower <= 0 && ends.upper >= 0) return std::nullopt;
  const Number low = round(format, ends.lower);
  const Number high = round(format, ends.upper);
  if (low != high) return std::nullopt;
  return to_double(low);
}

void assert_defined(const Format& format, const Ball& ball) {
  const auto want = by_definition(format, ball);
  const auto got = nearest(format, ball);
  RC_ASSERT(got.has_value() == want.has_value());
  if (got) RC_ASSERT(std::bit_cast<std::uint64_t>(*got) == std::bit_cast<std::uint64_t>(*want));
}

PROPERTY(BallNearest, IsWhatBothEndsRoundTo) {
  const Ball ball = (*balls().as("ball")).ball;
  for (const Format& format : draw::hardware_formats()) assert_defined(format, ball);
}

PROPERTY(BallNearest, IsWhatBothEndsRoundToNextToBoundaries) {
  for (const Format& format : draw::hardware_formats()) {
    for (int repeat = 0; repeat < 8; ++repeat) {
      assert_defined(format, (*balls_near_boundaries(format).as("ball")).ball);
    }
  }
}

PROPERTY(BallNearest, AlsoHoldsForFormatsOfFewBits) {
  const Format format = Format::bits(*draw::full(draw::in_range(2, 54)).as("bits"));
  assert_defined(format, (*balls(-1000, 850).as("ball")).ball);  // float64 holds them all
}

/// Steps below a power of two are half as wide: a ball about it, of three eighths of a step above
/// it, holds numbers that round to the power and numbers that round to its neighbour below.
TEST(BallNearest, KnowsTheNarrowerStepsBelowAPowerOfTwo) {
  constexpr int kTop = 120;
  for (const Format& format : draw::hardware_formats()) {
    const Bits eighth = Bits{1} << (kTop + 1 - format.precision - 3);
    for (const bool negative : {false, true}) {
      const Ball wide{with_sign(Bits{1} << kTop, negative), 3 * eighth, -kTop};
      EXPECT_EQ(nearest(format, wide), std::nullopt) << format;
      const Ball narrow{wide.mid, eighth, -kTop};
      EXPECT_EQ(nearest(format, narrow), negative ? -1.0 : 1.0) << format;
    }
  }
}

PROPERTY(Near, HoldsTheWholeBall) {
  const Ball ball = (*balls().as("ball")).ball;
  const Near x = near(ball);
  if (std::isinf(x.high)) {
    RC_ASSERT(abs(middle(ball)) >= power_of_two(1024));
    RC_ASSERT(std::isinf(x.radius));
    return;
  }
  RC_PRE(std::isfinite(x.radius));
  const Rational middle = to_rational(from_double(x.high)) + to_rational(from_double(x.low));
  const Rational radius = to_rational(from_double(x.radius));
  RC_ASSERT((Span{middle - radius, middle + radius}.contains(span(ball))));
  RC_ASSERT(x.high == 0 ||
            std::abs(x.low) < std::ldexp(1.0, std::max(std::ilogb(x.high), -1022) - 52));
}

PROPERTY(Near, ItsRadiusIsHardlyWiderThanTheBalls) {
  const Ball ball = (*balls(-140, 100).as("ball")).ball;
  // The low double drops less than 2⁻¹⁰⁵ of the middle, the radius rounds up by 2⁻⁵² of itself.
  const Rational allowed =
      radius(ball) * (1 + power_of_two(-51)) + abs(middle(ball)) * power_of_two(-104);
  RC_ASSERT(to_rational(from_double(near(ball).radius)) <= allowed);
}

PROPERTY(Factor, TheProductHoldsEveryProduct) {
  const Ball ball = (*balls(-200, 100).as("ball")).ball;
  const Rational exact = *draw::rationals(60).as("factor");
  RC_PRE(exact != 0);
  const Factor factor = Factor::of(exact);
  const Span want = span(ball) * Span{exact, exact};
  const Ball product = ball * factor;
  RC_ASSERT(span(product).contains(want));
  // Cutting costs 4 units of the middle's place and no more.
  RC_ASSERT(radius(product) <= radius(ball) * abs(exact) + 4 * power_of_two(product.exponent));
}

PROPERTY(Factor, IsTheRationalToATinyPart) {
  const Rational exact = *draw::rationals(60).as("factor");
  RC_PRE(exact != 0);
  const Factor factor = Factor::of(exact);
  const Rational size = Rational(to_integer(factor.mantissa)) * power_of_two(factor.exponent);
  RC_ASSERT(factor.negative == (exact < 0));
  RC_ASSERT(highest_bit(factor.mantissa) == 126);
  RC_ASSERT(factor.exact == (size == abs(exact)));
  RC_ASSERT(abs(exact) - size >= 0);
  RC_ASSERT(abs(exact) - size < power_of_two(factor.exponent));
}

/// Whatever the precision, enclosures of such a number reach to both sides of it.
TEST(Factor, HoldsANumberThatAlgebraDoesNotSee) {
  for (const int sign : {1, -1}) {
    const Expression fifteen = Expression(sign) * exp(log(Expression(3)) + log(Expression(5)));
    ASSERT_EQ(fifteen.rational(), nullptr);
    const Ball b = ball(factor(fifteen));
    EXPECT_LE(abs(Rational(middle(b) - sign * 15)), radius(b));
    EXPECT_LE(radius(b), power_of_two(-122));
  }
}

TEST(Factor, PowersOfTwoAreExactOnBalls) {
  const Ball ball{12345, 67, -80};
  const Ball doubled = ball * Factor::of(Rational(-2));
  EXPECT_EQ(middle(doubled), -2 * middle(ball));
  EXPECT_EQ(radius(doubled), 2 * radius(ball));
}

PROPERTY(HighProduct, IsTheHighHalfOfTheProduct) {
  const auto word = draw::full(draw::arbitrary<std::uint64_t>());
  const Bits a = (Bits{*word.as("a, high")} << 64) | *draw::log_uniform(64).as("a, low");
  const Bits b = (Bits{*word.as("b, high")} << 64) | *draw::log_uniform(64).as("b, low");
  RC_ASSERT(to_integer(high_product(a, b)) == Integer((to_integer(a) * to_integer(b)) >> 128));
  const Bits most = ~Bits{0};
  RC_ASSERT(to_integer(high_product(most, a)) ==
            Integer((to_integer(most) * to_integer(a)) >> 128));
}

}  // namespace
}  // namespace sextant::exact
