#pragma once

#include "sextant/encoding/real/rational.hpp"
#include "sextant/number/format.hpp"

namespace sextant {

/// A bit pattern of up to 128 bits, and its rank among the numbers of its format.
__extension__ typedef unsigned __int128 Bits;
__extension__ typedef __int128 Ordinal;

/// A floating-point number: ±significand·2^exponent, an infinity, or a NaN.  The significand of a
/// finite number is odd, or it is 0 and the exponent is 0.  Thus equal numbers have equal members;
/// −0 and +0 differ.
struct Number {
  enum class Kind : unsigned char { finite, infinite, nan };

  Kind kind = Kind::finite;
  bool negative = false;
  Integer significand = 0;
  int exponent = 0;

  bool operator==(const Number&) const = default;
  bool finite() const { return kind == Kind::finite; }
  bool zero() const { return finite() && significand == 0; }
};

/// ±significand·2^exponent with its trailing zero bits moved into the exponent.
Number make_number(bool negative, Integer significand, int exponent);

/// The value of a finite number.
Rational to_rational(const Number& number);

/// The number of a bit pattern of `format`, and the reverse. encode() needs a finite number that
/// the format holds, an infinity or a NaN.  A NaN becomes the quiet NaN with an empty payload.
Number decode(const Format& format, Bits bits);
Bits encode(const Format& format, const Number& number);

/// Conversion from double, and to it: to_double() needs a number that float64 holds.
Number from_double(double value);
double to_double(const Number& number);

/// The rank of a bit pattern among the numbers of its format; 0 for both zeros.  The pattern must
/// not be a NaN.
Ordinal ordinal(const Format& format, Bits bits);

}  // namespace sextant
