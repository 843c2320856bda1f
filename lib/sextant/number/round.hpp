#pragma once

#include <algorithm>
#include <bit>

#include "sextant/number/number.hpp"

namespace sextant {

/// Which of its two neighbours replaces a real that the format does not hold.
///
///   nearest_even  the nearer one; between two equally near, the one with an even significand
///   nearest_away  the nearer one; between two equally near, the larger in magnitude
///   to_odd        the one with an odd significand: then rounding again to two bits fewer, or less,
///                 gives what one rounding would have given (Boldo & Melquiond 2008)
///   toward_zero, away_from_zero, down, up
enum class Rounding { nearest_even, nearest_away, to_odd, toward_zero, away_from_zero, down, up };

/// The exponent of the last place of a number with magnitude in [2^e, 2^(e+1)): max(e, emin) − p
/// + 1.
constexpr int last_place(const Format& format, int e) {
  return std::max(e, format.emin) - format.precision + 1;
}

inline int highest_bit(const Integer& value) { return static_cast<int>(msb(value)); }
constexpr int highest_bit(Bits value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  return high != 0 ? 127 - std::countl_zero(high)
                   : 63 - std::countl_zero(static_cast<std::uint64_t>(value));
}

/// Whether significand·2^exponent, rounded to p bits without a limit of the exponent, is larger
/// than the largest number of `format`.
template <class Unsigned>
constexpr bool beyond_largest(const Format& format, const Unsigned& significand, int exponent) {
  const int e = highest_bit(significand) + exponent;
  if (e != format.emax || !format.finite_only()) return e > format.emax;
  // In float8_e4m3fn the significand of p ones belongs to the NaN.
  return exponent == format.emax - format.precision + 1 &&
         significand == (Unsigned(1) << format.precision) - 1;
}

/// significand·2^exponent after rounding; `significand` has at most p bits, or is 2^p.
template <class Unsigned>
struct Magnitude {
  Unsigned significand;
  int exponent;
};

/// The reference for all other roundings.  It rounds m·2^exponent; if `inexact`, any real strictly
/// between m·2^exponent and (m + 1)·2^exponent, and then m must have more than p bits. m > 0.  The
/// exponent has no upper limit.  Directed modes treat the number as positive.
template <class Unsigned>
constexpr Magnitude<Unsigned> round_magnitude(const Format& format, Unsigned m, int exponent,
                                              bool inexact, Rounding rounding) {
  const int place = last_place(format, highest_bit(m) + exponent);
  const int drop = place - exponent;
  if (drop <= 0) return {m, exponent};
  if (drop > highest_bit(m) + 1) {  // below half of the least number: m ≡ 0.0…01
    const bool up = rounding == Rounding::to_odd || rounding == Rounding::away_from_zero ||
                    rounding == Rounding::up;
    return {Unsigned(up ? 1 : 0), place};
  }
  const auto below = static_cast<unsigned>(drop - 1);  // in two steps: drop may be 128 bits
  const Unsigned half = Unsigned(1) << below;
  Unsigned kept = (m >> below) >> 1;
  const Unsigned rest = m - ((kept << 1) << below);
  const bool exact = rest == 0 && !inexact;
  const bool odd = (kept & 1) != 0;
  bool up = false;
  switch (rounding) {
    case Rounding::nearest_even:
      up = rest > half || (rest == half && (inexact || odd));
      break;
    case Rounding::nearest_away:
      up = rest >= half;
      break;
    case Rounding::to_odd:
      up = !exact && !odd;
      break;
    case Rounding::up:
    case Rounding::away_from_zero:
      up = !exact;
      break;
    case Rounding::down:
    case Rounding::toward_zero:
      break;
  }
  if (up) ++kept;
  return {kept, place};
}

/// `value` rounded to `format`.  Beyond the largest number the result is an infinity for
/// nearest_even and for the directed modes that round away from zero there; otherwise it is the
/// largest number.  Of a format without infinities it is a NaN instead of an infinity, as PyTorch
/// converts float32 to float8_e4m3fn (c10/util/Float8_e4m3fn.h).  As in IEEE 754, a negative value
/// that becomes zero is −0; the value 0 gives +0.
Number round(const Format& format, const Rational& value,
             Rounding rounding = Rounding::nearest_even);

/// ±m·2^exponent rounded to `format`; +0 for m = 0.
Number round(const Format& format, bool negative, const Integer& m, int exponent,
             Rounding rounding = Rounding::nearest_even);

/// A double rounded to `format`, to nearest or toward zero.  Infinities, NaN and the sign of zero
/// are kept; of a format without infinities, an infinity becomes a NaN.  `format` must not be wider
/// than float64.
double round_to(const Format& format, double value, Rounding rounding = Rounding::nearest_even);

}  // namespace sextant
