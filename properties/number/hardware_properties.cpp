#include <cfenv>
#include <cmath>

#include "draw/gen.hpp"
#include "draw/patterns.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/number/round.hpp"

namespace sextant {
namespace {

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// One operation of the processor in a rounding mode of its own.
template <class T, class Operation>
T in_mode(int mode, Operation operation, T a, T b) {
  volatile T x = a, y = b;
  std::fesetround(mode);
  volatile T result = operation(static_cast<T>(x), static_cast<T>(y));
  std::fesetround(FE_TONEAREST);
  return result;
}

constexpr std::pair<int, Rounding> kModes[] = {{FE_TONEAREST, Rounding::nearest_even},
                                               {FE_DOWNWARD, Rounding::down},
                                               {FE_UPWARD, Rounding::up},
                                               {FE_TOWARDZERO, Rounding::toward_zero}};

/// Whether the processor's result is `exact` rounded, with the sign of zero.  A result of exactly 0
/// has a sign by IEEE's rules about operands, which round() does not know.
bool rounds(double result, const Format& format, const Rational& exact, Rounding rounding) {
  if (exact == 0) return result == 0 && !round(format, exact, rounding).negative;
  return from_double(result) == round(format, exact, rounding);
}

template <class T>
void assert_rounds_as_the_processor(const Format& format, T a, T b) {
  const Rational x = to_rational(from_double(double(a))), y = to_rational(from_double(double(b)));
  for (const auto& [mode, rounding] : kModes) {
    const auto at = [&, set = mode](auto operation) {
      return double(in_mode<T>(set, operation, a, b));
    };
    RC_ASSERT(rounds(at(std::plus<T>()), format, x + y, rounding));
    RC_ASSERT(rounds(at(std::multiplies<T>()), format, x * y, rounding));
    if (b != 0) RC_ASSERT(rounds(at(std::divides<T>()), format, x / y, rounding));
  }
}

/// Pairs whose exponents are related, so that sums, products and quotients land everywhere.
template <class T>
std::pair<T, T> two_operands(const Format& format) {
  const double a = to_double((*draw::patterns(format).as("a")).number());
  double b = to_double((*draw::patterns(format).as("b")).number());
  const int away = *draw::full(draw::in_range(-60, 61)).as("exponent of b, from a's");
  const bool related = *draw::arbitrary<bool>().as("related");
  if (related && a != 0 && b != 0)
    b = std::ldexp(std::scalbn(b, -std::ilogb(b)), std::ilogb(a) + away);
  T narrow = static_cast<T>(b);
  if (!std::isfinite(narrow)) narrow = 1;
  return {static_cast<T>(a), narrow};
}

PROPERTY(RoundToFloat64, IsWhatTheProcessorDoesInEveryMode) {
  const auto [a, b] = two_operands<double>(kFloat64);
  assert_rounds_as_the_processor(kFloat64, a, b);
}

PROPERTY(RoundToFloat32, IsWhatTheProcessorDoesInEveryMode) {
  const auto [a, b] = two_operands<float>(kFloat32);
  assert_rounds_as_the_processor(kFloat32, a, b);
}

/// Doubles of every size, and next to the boundaries of float32.
draw::Gen<double> doubles_near(const Format& format) {
  const auto any = draw::map(draw::patterns(kFloat64),
                             [](const draw::Pattern& p) { return to_double(p.number()); });
  const auto near = draw::apply(
      [](const draw::Pattern& low, int steps) {
        const double a = to_double(low.number());
        const double b = to_double(decode(low.format, low.bits + 1));
        double middle = std::isfinite(b) ? a / 2 + b / 2 : a;
        for (int k = std::abs(steps); k > 0; --k) {
          middle = std::nextafter(middle, steps < 0 ? -HUGE_VAL : HUGE_VAL);
        }
        return middle;
      },
      draw::patterns(format), draw::full(draw::in_range(-2, 3)));
  return draw::one_of(any, near);
}

PROPERTY(RoundTo, GivesTheProcessorsFloat) {
  const double x = *doubles_near(kFloat32).as("x");
  volatile float narrow = static_cast<float>(x);
  RC_ASSERT(same_bits(round_to(kFloat32, x), static_cast<double>(narrow)));
}

PROPERTY(RoundTo, IsTheRoundingOfRationals) {
  const Format format = *draw::element_of(draw::hardware_formats()).as("format");
  const double x = *doubles_near(format).as("x");
  const double found = round_to(format, x);
  RC_ASSERT(rounds(found, format, to_rational(from_double(x)), Rounding::nearest_even));
  RC_ASSERT(std::signbit(found) == std::signbit(x));
}

TEST(RoundTo, KeepsWhatIsNoFiniteNumber) {
  for (const Format& format : draw::hardware_formats()) {
    EXPECT_EQ(round_to(format, INFINITY), INFINITY);
    EXPECT_EQ(round_to(format, -INFINITY), -INFINITY);
    EXPECT_TRUE(std::isnan(round_to(format, NAN)));
    EXPECT_TRUE(same_bits(round_to(format, -0.0), -0.0));
    EXPECT_TRUE(same_bits(round_to(format, -0x1p-1074), format == kFloat64 ? -0x1p-1074 : -0.0));
  }
}

}  // namespace
}  // namespace sextant
