#include "draw/gen.hpp"
#include "draw/patterns.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/number/round.hpp"
#include "sextant/number/ulp.hpp"

namespace sextant {
namespace {

/// Two formats, the wide one with at least two bits to spare at every size.     rounding.md, (5)
struct Step {
  Format wide, narrow;
};
std::ostream& operator<<(std::ostream& out, const Step& step) {
  return out << step.wide << " to " << step.narrow;
}

draw::Gen<Step> steps() {
  const std::vector<Step> known = {{kFloat64, kFloat32},          {kFloat64, kFloat16},
                                   {kFloat64, kBfloat16},         {kFloat32, kFloat16},
                                   {kFloat32, kBfloat16},         {kBinary128, kFloat64},
                                   {kBinary128, kFloat32},        {Format::bits(13), kFloat16},
                                   {Format::bits(10), kBfloat16}, {Format::bits(55), kFloat64}};
  const auto any = draw::apply(
      [](int p, int spare) {
        return Step{Format::bits(p + spare), Format::bits(p)};
      },
      draw::full(draw::in_range(2, 100)), draw::full(draw::in_range(2, 20)));
  return draw::one_of(draw::element_of(known), any);
}

/// Next to a number of the narrow format, or to the middle of two, by an amount that the wide
/// format may or may not see.
draw::Gen<Rational> reals_near_ties(const Format& narrow) {
  const Format around = narrow.storage_bits == 0 ? kFloat32 : narrow;
  return draw::apply(
      [narrow](const draw::Pattern& pattern, int halves, int far, int off) {
        const Rational x = to_rational(pattern.number());
        const Rational ulp = power_of_two(ulp_exponent(narrow, x));
        return Rational(x + ulp * halves / 2 + ulp * off * power_of_two(-far));
      },
      draw::patterns(around), draw::full(draw::in_range(0, 2)), draw::full(draw::in_range(0, 130)),
      draw::full(draw::in_range(-3, 4)));
}

PROPERTY(DoubleRounding, ToOddFirstIsAsRoundingOnce) {
  const Step step = *steps().as("formats");
  const Rational x = *reals_near_ties(step.narrow).as("x");
  const Number odd = round(step.wide, x, Rounding::to_odd);
  RC_ASSERT(round(step.narrow, to_rational(odd)) == round(step.narrow, x));
}

/// In the other modes, too: down after to-odd is down, and so on.
PROPERTY(DoubleRounding, ToOddFirstServesEveryMode) {
  const Step step = *steps().as("formats");
  const Rational x = *reals_near_ties(step.narrow).as("x");
  const Rational odd = to_rational(round(step.wide, x, Rounding::to_odd));
  for (const Rounding mode : {Rounding::down, Rounding::up, Rounding::toward_zero,
                              Rounding::away_from_zero, Rounding::to_odd}) {
    RC_ASSERT(round(step.narrow, odd, mode) == round(step.narrow, x, mode));
  }
}

/// Without to-odd it goes wrong: the property above is worth something.
TEST(DoubleRounding, NearestTwiceIsNotNearestOnce) {
  const Rational x = 1 + power_of_two(-24) + power_of_two(-60);  // above a tie of float32
  const Number twice = round(kFloat32, to_rational(round(kFloat64, x)));
  EXPECT_EQ(to_rational(twice), 1);
  EXPECT_EQ(to_rational(round(kFloat32, x)), 1 + power_of_two(-23));
}

/// One spare bit is not enough: 1.0001₂ is odd in 5 bits and a tie in 4.
TEST(DoubleRounding, OneSpareBitIsTooFew) {
  const Rational x = 1 + Rational(1, 16) + power_of_two(-9);
  const Number odd = round(Format::bits(5), x, Rounding::to_odd);
  EXPECT_EQ(to_rational(round(Format::bits(4), to_rational(odd))), 1);
  EXPECT_EQ(to_rational(round(Format::bits(4), x)), 1 + Rational(1, 8));
}

}  // namespace
}  // namespace sextant
