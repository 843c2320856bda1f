#include "sextant/number/round.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

namespace sextant {
namespace {

/// The mode that a directed mode is for the magnitude of a number.
Rounding on_magnitude(Rounding rounding, bool negative) {
  if (rounding == Rounding::up) return negative ? Rounding::toward_zero : Rounding::away_from_zero;
  if (rounding == Rounding::down)
    return negative ? Rounding::away_from_zero : Rounding::toward_zero;
  return rounding;
}

/// A double rounded to nearest even, without its last `drop` bits.  A carry into the exponent is
/// correct: the next number of the narrower format is a power of two.
double without_last_places(std::uint64_t bits, int drop) {
  const std::uint64_t odd = bits >> drop & 1;
  const std::uint64_t up = bits + (std::uint64_t{1} << (drop - 1)) - 1 + odd;
  return std::bit_cast<double>(up >> drop << drop);
}

Number finish(const Format& format, bool negative, const Magnitude<Integer>& rounded,
              Rounding mode) {
  if (rounded.significand == 0) return make_number(negative, 0, 0);
  if (!beyond_largest(format, rounded.significand, rounded.exponent)) {
    return make_number(negative, rounded.significand, rounded.exponent);
  }
  if (mode == Rounding::nearest_even || mode == Rounding::away_from_zero) {
    return {format.finite_only() ? Number::Kind::nan : Number::Kind::infinite, negative, 0, 0};
  }
  const Integer largest =
      (Integer(1) << static_cast<unsigned>(format.precision)) - (format.finite_only() ? 2 : 1);
  return make_number(negative, largest, format.emax - format.precision + 1);
}

}  // namespace

Number round(const Format& format, bool negative, const Integer& m, int exponent,
             Rounding rounding) {
  if (m == 0) return {};
  const Rounding mode = on_magnitude(rounding, negative);
  return finish(format, negative, round_magnitude(format, m, exponent, false, mode), mode);
}

Number round(const Format& format, const Rational& value, Rounding rounding) {
  if (value == 0) return {};
  const bool negative = value < 0;
  const Integer above = abs(numerator(value));
  const Integer below = denominator(value);
  // A quotient of at least p + 2 bits, and whether the division has a remainder.
  const int wanted = format.precision + 2 - (highest_bit(above) - highest_bit(below)) + 1;
  const unsigned shift = wanted > 0 ? static_cast<unsigned>(wanted) : 0;
  Integer quotient;
  Integer remainder;
  divide_qr(Integer(above << shift), below, quotient, remainder);
  const Rounding mode = on_magnitude(rounding, negative);
  return finish(format, negative,
                round_magnitude(format, quotient, -static_cast<int>(shift), remainder != 0, mode),
                mode);
}

double round_to(const Format& format, double value, Rounding rounding) {
  // Compares bits, because with flush-to-zero subnormal numbers compare as zeros.
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto biased = static_cast<int>((bits >> 52) & 0x7ff);
  if (format == kFloat64 || bits << 1 == 0) return value;
  const double beyond = format.finite_only() ? std::numeric_limits<double>::quiet_NaN()
                                             : std::numeric_limits<double>::infinity();
  if (biased == 0x7ff) return bits << 12 == 0 ? std::copysign(beyond, value) : value;
  const bool normal = biased != 0 && biased - 1023 >= format.emin && biased - 1023 < format.emax;
  if (normal && rounding == Rounding::nearest_even && format.precision < kFloat64.precision)
    return without_last_places(bits, kFloat64.precision - format.precision);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  const std::uint64_t m = biased == 0 ? fraction : fraction | (std::uint64_t{1} << 52);
  const auto [kept, exponent] =
      round_magnitude<Bits>(format, m, (biased == 0 ? 1 : biased) - 1075, false, rounding);
  // At most 25 bits, and the exponent is in float64's normal range: the scaling is exact.
  const double unused = std::ldexp(format.finite_only() ? 2.0 : 1.0, 1 - format.precision);
  const double most =
      rounding == Rounding::toward_zero ? std::ldexp(2 - unused, format.emax) : beyond;
  const double size = kept != 0 && beyond_largest(format, kept, exponent)
                          ? most
                          : std::ldexp(static_cast<double>(kept), exponent);
  return std::copysign(size, value);
}

}  // namespace sextant
