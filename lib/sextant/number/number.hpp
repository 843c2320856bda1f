#pragma once

#include "sextant/encoding/real/rational.hpp"
#include "sextant/number/format.hpp"

namespace sextant {

/// A bit pattern of up to 128 bits, and the place of one in its format's order.
__extension__ typedef unsigned __int128 Bits;
__extension__ typedef __int128 Ordinal;

/// A floating-point number: ±significand·2^exponent, an infinity, or a NaN.  Finite numbers are
/// kept with an odd significand, or 0 and exponent 0, so that equal numbers have equal members;
/// −0 is no equal of +0 here.
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

/// The number with a bit pattern of `format`, and back.  Encoding asks for a number of the format:
/// finite ones must be representable.  NaNs encode as the quiet NaN with an empty payload.
Number decode(const Format& format, Bits bits);
Bits encode(const Format& format, const Number& number);

/// A double is a Number of float64, and back; `to_double` asks for a number that fits.
Number from_double(double value);
double to_double(const Number& number);

/// The place of a bit pattern in the order of its format's numbers; both zeros have place 0.
/// NaNs have no place: do not ask.
Ordinal ordinal(const Format& format, Bits bits);

}  // namespace sextant
