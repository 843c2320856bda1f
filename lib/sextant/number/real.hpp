#pragma once

#include <array>
#include <optional>
#include <string>
#include <type_traits>

#include <boost/multiprecision/mpfi.hpp>
#include <boost/multiprecision/mpfr.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/number/number.hpp"
#include "sextant/number/precision_levels.hpp"

namespace sextant {

/// The widest number types.
///
/// Real rounds every operation to nearest.  Interval rounds its ends outward: the result of an
/// operation contains the true result for all points of the operands.
template <unsigned Digits>
using Real = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<Digits>,
                                           boost::multiprecision::et_off>;
template <unsigned Digits>
using Interval = boost::multiprecision::number<boost::multiprecision::mpfi_float_backend<Digits>,
                                               boost::multiprecision::et_off>;

/// An interval that contains an integer or a rational.
template <class I>
I enclose(const Integer& value) {
  const Integer size = abs(value);
  const unsigned bits = size == 0 ? 0 : static_cast<unsigned>(msb(size)) + 1;
  I result = 0;
  for (unsigned limb = (bits + 63) / 64; limb-- > 0;) {
    result = ldexp(result, 64);
    const auto part =
        static_cast<std::uint64_t>(Integer((size >> (64 * limb)) & Integer(~std::uint64_t{0})));
    result += I(static_cast<std::uint32_t>(part >> 32)) * I(4294967296.0) +
              I(static_cast<std::uint32_t>(part));
  }
  return value < 0 ? I(-result) : result;
}

template <class I>
I enclose(const Rational& value) {
  return is_integer(value) ? enclose<I>(numerator(value))
                           : I(enclose<I>(numerator(value)) / enclose<I>(denominator(value)));
}

template <class I>
I enclose_pi() {
  I pi;
  mpfi_const_pi(pi.backend().data());
  return pi;
}

/// The exact lower and upper end of an interval.
template <unsigned Digits>
Number lower_end(const Interval<Digits>& x);
template <unsigned Digits>
Number upper_end(const Interval<Digits>& x);

/// The exact value of an MPFR real; a NaN if it is beyond 2^±268435456.
Number from_mpfr(const __mpfr_struct* x);

/// |x| = significand·2^exponent, rounded toward zero to 128 bits; `exact` if nothing was lost. x
/// must be finite and not 0.
struct LeadingBits {
  Bits significand = 0;
  int exponent = 0;
  bool exact = true;
};
LeadingBits leading_bits(const __mpfr_struct* x);

/// round(x·2¹⁹²) modulo 2¹⁹², the lowest limb first, with an error below one for every x of the
/// interval. nullopt if the interval is wider than 2⁻¹⁹⁴.
std::optional<std::array<std::uint64_t, 3>> fraction_192(const __mpfi_struct* x);

/// An MPFR real rounded to `digits` significant decimal digits: 0.d₁d₂… · 10^point.
struct DecimalDigits {
  bool negative = false;
  std::string digits;
  long point = 0;
  bool operator==(const DecimalDigits&) const = default;
};
DecimalDigits nearest_digits(const __mpfr_struct* x, int digits);

/// Calls f(std::type_identity<Interval<…>>{}) with the interval type of a level of
/// kPrecisionDigits.
template <class F>
decltype(auto) on_level(int level, F&& f) {
  switch (level) {
    case 0:
      return f(std::type_identity<Interval<50>>{});
    case 1:
      return f(std::type_identity<Interval<100>>{});
    case 2:
      return f(std::type_identity<Interval<400>>{});
    case 3:
      return f(std::type_identity<Interval<1300>>{});
    case 4:
      return f(std::type_identity<Interval<6000>>{});
    case 5:
      return f(std::type_identity<Interval<30000>>{});
    case 6:
      return f(std::type_identity<Interval<111000>>{});
    default:
      throw Error("more than 110000 digits are not kept");
  }
}

template <unsigned Digits>
Number lower_end(const Interval<Digits>& x) {
  return from_mpfr(&x.backend().data()[0].left);
}

template <unsigned Digits>
Number upper_end(const Interval<Digits>& x) {
  return from_mpfr(&x.backend().data()[0].right);
}

}  // namespace sextant
