#pragma once

#include <optional>

#include "sextant/number/number.hpp"

namespace sextant::exact {

/// Some real in [mid − radius, mid + radius] · 2^exponent.  |mid| < 2¹²⁷ and radius < 2¹²⁷, so that
/// both ends are exact.  Everything is integer: neither the rounding mode, nor flush-to-zero, nor
/// -ffast-math of the program around changes a bit.
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

/// The number of `format` (no wider than float64) nearest to every real of the ball, or nothing
/// when the ball touches a boundary between two.  A ball of radius 0 is that number, ties to even.
std::optional<double> nearest(const Format& format, const Ball& ball);

/// The ball times a rational of magnitude ⟨mantissa⟩·2^exponent with 2¹²⁶ ≤ mantissa < 2¹²⁷, which
/// is off by less than one unit of the mantissa unless `exact`.
struct Factor {
  bool negative = false;
  Bits mantissa = Bits{1} << 126;
  int exponent = -126;
  bool exact = true;
  static Factor of(const Rational& value);
};
Ball operator*(const Ball& ball, const Factor& factor);

/// The factor itself: exact where it is.
Ball ball(const Factor& factor);
/// A rational, exact where its numerator has 127 bits at most over a power of two.
Ball ball(const Rational& value);

/// The high 128 bits of a 256-bit product.
Bits high_product(Bits a, Bits b);

}  // namespace sextant::exact
