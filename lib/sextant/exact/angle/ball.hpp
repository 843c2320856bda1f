#pragma once

#include <optional>

#include "sextant/number/number.hpp"

namespace sextant::exact {

/// An interval that contains a real, [mid − radius, mid + radius] · 2^exponent. |mid| < 2¹²⁷ and
/// radius < 2¹²⁷, so both ends are exact.  All operations use integers: rounding modes,
/// flush-to-zero and -ffast-math do not change the result.
struct Ball {
  Ordinal mid = 0;
  Bits radius = 0;
  int exponent = 0;
};

/// A value as two doubles and a radius: |x − (high + low)| ≤ radius, |low| < ulp(high).  Beyond
/// float64's range, high and radius are infinite.
struct Near {
  double high = 0;
  double low = 0;
  double radius = 0;
};
Near near(const Ball& ball);

/// The number of `format` (no wider than float64) nearest to every real of the ball; nullopt if the
/// ball touches a boundary between two numbers.  A ball of radius 0 gives its nearest number, ties
/// to even.
std::optional<double> nearest(const Format& format, const Ball& ball);

/// A rational factor of a ball: mantissa·2^exponent with 2¹²⁶ ≤ |mantissa| < 2¹²⁷.  Its error is
/// below one unit of the mantissa, or 0 if `exact`.
struct Factor {
  bool negative = false;
  Bits mantissa = Bits{1} << 126;
  int exponent = -126;
  bool exact = true;
  static Factor of(const Rational& value);
};
Ball operator*(const Ball& ball, const Factor& factor);

/// The factor as a ball; of radius 0 if it is exact.
Ball ball(const Factor& factor);
/// A rational as a ball.  It is exact if its denominator is a power of two and its numerator has at
/// most 127 bits.
Ball ball(const Rational& value);

/// The high 128 bits of a 256-bit product.
Bits high_product(Bits a, Bits b);

}  // namespace sextant::exact
