#include "draw/gen.hpp"
#include "draw/patterns.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/number/real.hpp"
#include "sextant/number/text.hpp"

namespace sextant {
namespace {

/// A rational with up to 64 · limbs bits above and below.
draw::Gen<Rational> long_rationals() {
  return draw::exec([] {
    Integer above = 0, below = 0;
    const int limbs = *draw::full(draw::in_range(1, 9));
    for (int limb = 0; limb < limbs; ++limb) {
      above = (above << 64) + *draw::full(draw::arbitrary<std::uint64_t>());
      below = (below << 64) + *draw::log_uniform(64);
    }
    const Rational size(above, below + 1);
    return *draw::arbitrary<bool>() ? Rational(-size) : size;
  });
}

PROPERTY(Interval, EnclosesEveryRational) {
  const Rational x = *draw::one_of(draw::rationals(60), long_rationals()).as("x");
  const int level = *draw::in_range(0, 4).as("rung");
  on_level(level, [&]<class I>(std::type_identity<I>) {
    const I found = enclose<I>(x);
    const Rational low = to_rational(lower_end(found)), high = to_rational(upper_end(found));
    RC_ASSERT(low <= x);
    RC_ASSERT(x <= high);
    // 50 digits are 166 bits and more on higher levels; few roundings widen it.
    RC_ASSERT(high - low <= abs(x) * power_of_two(-150));
  });
}

TEST(Interval, ShrinksFromRungToRung) {
  Rational before = 1;
  for (int level = 0; level < 5; ++level) {
    const Rational width = on_level(level, []<class I>(std::type_identity<I>) {
      const I third = enclose<I>(Rational(1, 3));
      return Rational(to_rational(upper_end(third)) - to_rational(lower_end(third)));
    });
    EXPECT_LE(width, power_of_two(-static_cast<int>(kPrecisionDigits[level] * 3.32))) << level;
    EXPECT_LT(width, before);
    before = width;
  }
}

/// Archimedes, then the digits that everybody knows.
TEST(Interval, EnclosesPi) {
  const auto pi = enclose_pi<Interval<50>>();
  EXPECT_GT(to_rational(lower_end(pi)), Rational(3) + Rational(10, 71));
  EXPECT_LT(to_rational(upper_end(pi)), Rational(3) + Rational(1, 7));
  EXPECT_EQ(decimal(to_rational(lower_end(pi)), 30), "3.14159265358979323846264338328");
  EXPECT_EQ(decimal(to_rational(upper_end(pi)), 30), "3.14159265358979323846264338328");
}

PROPERTY(NearestDigits, AreThoseOfTheRational) {
  const Number x = (*draw::patterns(kFloat64).as("x")).number();
  RC_PRE(!x.zero());
  const int digits = *draw::full(draw::in_range(1, 40)).as("digits");
  mpfr_t real;
  mpfr_init2(real, 53);
  mpfr_set_d(real, to_double(x), MPFR_RNDN);
  const DecimalDigits found = nearest_digits(real, digits);
  const Number back = from_mpfr(real);
  mpfr_clear(real);
  RC_ASSERT(back == x);
  RC_ASSERT(place_point(found.negative, found.digits, found.point) ==
            decimal(to_rational(x), digits));
}

TEST(FromMpfr, KeepsWhatIsNoFiniteNumber) {
  mpfr_t x;
  mpfr_init2(x, 100);
  mpfr_set_inf(x, -1);
  EXPECT_TRUE(from_mpfr(x).kind == Number::Kind::infinite && from_mpfr(x).negative);
  mpfr_set_nan(x);
  EXPECT_EQ(from_mpfr(x).kind, Number::Kind::nan);
  mpfr_set_zero(x, -1);
  EXPECT_TRUE(from_mpfr(x).zero() && from_mpfr(x).negative);
  mpfr_set_ui_2exp(x, 3, 1 << 20, MPFR_RNDN);
  EXPECT_EQ(from_mpfr(x), make_number(false, 3, 1 << 20));
  // Beyond what a Number should hold, nothing is claimed.
  mpfr_set_ui_2exp(x, 3, 1 << 29, MPFR_RNDN);
  EXPECT_EQ(from_mpfr(x).kind, Number::Kind::nan);
  mpfr_clear(x);
}

}  // namespace
}  // namespace sextant
