#include "draw/gen.hpp"
#include "draw/patterns.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/number/round.hpp"
#include "sextant/number/ulp.hpp"

namespace sextant {
namespace {

constexpr Rounding kModes[] = {
    Rounding::nearest_even,   Rounding::nearest_away, Rounding::to_odd, Rounding::toward_zero,
    Rounding::away_from_zero, Rounding::down,         Rounding::up};

/// Every format with an end and some without.
draw::Gen<Format> formats() {
  return draw::one_of(
      draw::element(kFloat16, kBfloat16, kFloat32, kFloat64, kBinary128),
      draw::map(draw::full(draw::in_range(2, 200)), [](int p) { return Format::bits(p); }));
}

/// Rationals of every size a format knows, its subnormal numbers and its overflow included: a
/// number of the format, or the middle between two, or neither, a tiny step off or none.
draw::Gen<Rational> reals(const Format& format) {
  const Format around = format.storage_bits == 0 ? kFloat64 : format;
  return draw::apply(
      [format](const draw::Pattern& pattern, int quarter, std::uint64_t off, int far, bool below) {
        const Rational x = to_rational(pattern.number());
        const Rational ulp = power_of_two(ulp_exponent(format, x));
        const Rational step =
            off == 0 ? Rational(0) : ulp * Rational(Integer(off)) * power_of_two(-64 - far);
        const Rational there = x + ulp * quarter / 4;
        return below ? Rational(there - step) : Rational(there + step);
      },
      draw::patterns(around), draw::full(draw::in_range(0, 4)), draw::log_uniform(62),
      draw::full(draw::in_range(0, 300)), draw::arbitrary<bool>());
}

/// ± the numbers of a format; infinities as more than any of them.
Rational value_or_beyond(const Number& number) {
  if (number.finite()) return to_rational(number);
  return number.negative ? Rational(-power_of_two(20000)) : power_of_two(20000);
}

PROPERTY(Round, DirectedModesAreTheTwoNeighbours) {
  const Format format = *formats().as("format");
  const Rational x = *reals(format).as("x");
  const Number below = round(format, x, Rounding::down), above = round(format, x, Rounding::up);
  const Rational down = value_or_beyond(below), up = value_or_beyond(above);
  RC_ASSERT(down <= x);
  RC_ASSERT(x <= up);
  RC_ASSERT((down == x) == (up == x));
  RC_PRE(below.finite() && above.finite());
  // No more than an ulp apart, and nothing lies between.
  RC_ASSERT(up - down <= power_of_two(ulp_exponent(format, x)));
  RC_ASSERT(value_or_beyond(round(format, (down + up) / 2, Rounding::down)) == down);
  RC_ASSERT(value_or_beyond(round(format, (down + up) / 2, Rounding::up)) == up);
}

PROPERTY(Round, EveryModeChoosesOneOfTheTwoNeighbours) {
  const Format format = *formats().as("format");
  const Rational x = *reals(format).as("x");
  const Number down = round(format, x, Rounding::down);
  const Number up = round(format, x, Rounding::up);
  for (const Rounding mode : kModes) {
    const Number chosen = round(format, x, mode);
    RC_ASSERT(chosen == down || chosen == up);
  }
  const bool negative = x < 0;
  RC_ASSERT(round(format, x, Rounding::toward_zero) == (negative ? up : down));
  RC_ASSERT(round(format, x, Rounding::away_from_zero) == (negative ? down : up));
}

PROPERTY(Round, NearestIsTheNearerAndATieIsEven) {
  const Format format = *formats().as("format");
  const Rational x = *reals(format).as("x");
  const Number down = round(format, x, Rounding::down);
  const Number up = round(format, x, Rounding::up);
  RC_PRE(down.finite() && up.finite());
  const Rational below = x - to_rational(down), above = to_rational(up) - x;
  const Number found = round(format, x);
  if (below != above) {
    RC_ASSERT(found == (below < above ? down : up));
    return;
  }
  // Of two neighbours an ulp apart, the even one is the multiple of two ulps.
  const int two_ulps = ulp_exponent(format, x) + 1;
  RC_ASSERT(found.zero() || down == up || found.exponent >= two_ulps);
}

/// Of equally near neighbours the one further from zero; of others what ties to even has.
PROPERTY(Round, NearestAwayIsTheNearerAndATieTheLarger) {
  const Format format = *formats().as("format");
  const Rational x = *reals(format).as("x");
  const Number down = round(format, x, Rounding::down);
  const Number up = round(format, x, Rounding::up);
  RC_PRE(down.finite() && up.finite());
  const Rational below = x - to_rational(down), above = to_rational(up) - x;
  const Number found = round(format, x, Rounding::nearest_away);
  if (below != above) RC_ASSERT(found == (below < above ? down : up));
  if (below != above) RC_ASSERT(found == round(format, x));
  if (below == above) RC_ASSERT(found == round(format, x, Rounding::away_from_zero));
}

PROPERTY(Round, ToOddIsOddUnlessExact) {
  const Format format = *formats().as("format");
  const Rational x = *reals(format).as("x");
  const Number found = round(format, x, Rounding::to_odd);
  RC_ASSERT(found.finite());
  RC_ASSERT(to_rational(found) == x || found.exponent == ulp_exponent(format, to_rational(found)));
}

PROPERTY(Round, NumbersOfTheFormatStayThemselves) {
  const Format format =
      *draw::element(kFloat16, kBfloat16, kFloat32, kFloat64, kBinary128).as("format");
  const Number number = (*draw::patterns(format).as("pattern")).number();
  for (const Rounding mode : kModes) {
    const Number found = round(format, to_rational(number), mode);
    RC_ASSERT(to_rational(found) == to_rational(number));
  }
}

PROPERTY(Round, IsMonotone) {
  const Format format = *formats().as("format");
  Rational x = *reals(format).as("x");
  Rational y = *draw::one_of(reals(format), draw::just(Rational(x + power_of_two(-400)))).as("y");
  if (y < x) std::swap(x, y);
  for (const Rounding mode : kModes) {
    RC_ASSERT(value_or_beyond(round(format, x, mode)) <= value_or_beyond(round(format, y, mode)));
  }
}

PROPERTY(Round, MirrorsAtZero) {
  const Format format = *formats().as("format");
  const Rational x = *reals(format).as("x");
  for (const Rounding mode : kModes) {
    const Rounding mirrored = mode == Rounding::up     ? Rounding::down
                              : mode == Rounding::down ? Rounding::up
                                                       : mode;
    RC_ASSERT(value_or_beyond(round(format, x, mode)) ==
              -value_or_beyond(round(format, -x, mirrored)));
  }
}

/// The significand and the exponent, or the quotient: two ways to the same rounding.
PROPERTY(Round, DyadicsRoundAsRationalsDo) {
  const Format format = *formats().as("format");
  const Integer m =
      (Integer(*draw::log_uniform(64).as("high")) << 64) + *draw::log_uniform(64).as("low");
  const int exponent = *draw::full(draw::in_range(-1300, 1100)).as("exponent");
  const bool negative = *draw::arbitrary<bool>().as("negative");
  const Rational x = Rational(m) * power_of_two(exponent) * (negative ? -1 : 1);
  for (const Rounding mode : kModes) {
    RC_ASSERT(round(format, negative, m, exponent, mode) == round(format, x, mode));
  }
}

/// The same function on 128-bit and on unbounded integers, sticky bit included.
PROPERTY(RoundMagnitude, IsTheSameOnBitsAndOnIntegers) {
  const Format format = *draw::element(kFloat16, kBfloat16, kFloat32, kFloat64).as("format");
  const std::uint64_t high = *draw::log_uniform(64).as("high");
  const std::uint64_t low = *draw::log_uniform(64).as("low");
  const Bits m = (Bits{high} << 64) | low;
  RC_PRE(m != 0);
  const int exponent = *draw::full(draw::in_range(-1400, 1000)).as("exponent");
  const bool inexact = *draw::arbitrary<bool>().as("inexact") && highest_bit(m) >= format.precision;
  for (const Rounding mode : kModes) {
    const Integer wide = (Integer(high) << 64) + Integer(low);
    const auto small = round_magnitude<Bits>(format, m, exponent, inexact, mode);
    const auto large = round_magnitude<Integer>(format, wide, exponent, inexact, mode);
    RC_ASSERT(small.exponent == large.exponent);
    RC_ASSERT((Integer(static_cast<std::uint64_t>(small.significand >> 64)) << 64) +
                  static_cast<std::uint64_t>(small.significand) ==
              large.significand);
  }
}

TEST(RoundMagnitude, HandlesAllOf128Bits) {
  // Exactly half of the least subnormal float64, and a unit more.
  const Bits top = Bits{1} << 127;
  EXPECT_TRUE(
      round_magnitude<Bits>(kFloat64, top, -1202, false, Rounding::nearest_even).significand == 0);
  EXPECT_TRUE(
      round_magnitude<Bits>(kFloat64, top + 1, -1202, false, Rounding::nearest_even).significand ==
      1);
  EXPECT_TRUE(
      round_magnitude<Bits>(kFloat64, top, -1203, false, Rounding::nearest_even).significand == 0);
  EXPECT_TRUE(round_magnitude<Bits>(kFloat64, top, -1203, false, Rounding::to_odd).significand ==
              1);
}

TEST(Round, BeyondTheLargestNumber) {
  for (const Format& format : {kFloat16, kBfloat16, kFloat32, kFloat64, kBinary128}) {
    const Rational end = power_of_two(format.emax + 1);
    const Rational ulp = power_of_two(format.emax - format.precision + 1);
    const Rational largest = end - ulp;
    EXPECT_EQ(to_rational(round(format, largest + ulp / 2 - ulp / 1000)), largest);
    EXPECT_FALSE(round(format, largest + ulp / 2).finite());
    EXPECT_FALSE(round(format, end).finite());
    EXPECT_EQ(to_rational(round(format, end, Rounding::down)), largest);
    EXPECT_EQ(to_rational(round(format, end, Rounding::toward_zero)), largest);
    EXPECT_EQ(to_rational(round(format, end, Rounding::to_odd)), largest);
    EXPECT_FALSE(round(format, end, Rounding::up).finite());
    EXPECT_TRUE(round(format, -end, Rounding::down).negative);
  }
}

}  // namespace
}  // namespace sextant
