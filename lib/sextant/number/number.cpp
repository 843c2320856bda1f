#include "sextant/number/number.hpp"

#include <bit>
#include <cstdint>
#include <limits>

#include "sextant/encoding/real/error.hpp"

namespace sextant {
namespace {

int fraction_bits(const Format& f) { return f.precision - 1; }
int exponent_bits(const Format& f) { return f.storage_bits - f.precision; }
Bits exponent_mask(const Format& f) { return (Bits{1} << exponent_bits(f)) - 1; }
Bits sign_bit(const Format& f) { return Bits{1} << (f.storage_bits - 1); }

Integer to_integer(Bits bits) {
  return (Integer(static_cast<std::uint64_t>(bits >> 64)) << 64) + static_cast<std::uint64_t>(bits);
}

Bits to_bits(const Integer& value) {
  const Integer low = value & std::numeric_limits<std::uint64_t>::max();
  return (Bits{static_cast<std::uint64_t>(Integer(value >> 64))} << 64) |
         static_cast<std::uint64_t>(low);
}

}  // namespace

Number make_number(bool negative, Integer significand, int exponent) {
  if (significand == 0) return {Number::Kind::finite, negative, 0, 0};
  const unsigned zeros = lsb(significand);
  return {Number::Kind::finite, negative, Integer(significand >> zeros),
          exponent + static_cast<int>(zeros)};
}

Rational to_rational(const Number& number) {
  const Integer size = number.exponent >= 0
                           ? Integer(number.significand << static_cast<unsigned>(number.exponent))
                           : number.significand;
  const Integer signed_size = number.negative ? Integer(-size) : size;
  if (number.exponent >= 0) return Rational(signed_size);
  return Rational(signed_size, Integer(1) << static_cast<unsigned>(-number.exponent));
}

Number decode(const Format& format, Bits bits) {
  const bool negative = (bits & sign_bit(format)) != 0;
  const Bits fraction = bits & ((Bits{1} << fraction_bits(format)) - 1);
  const Bits biased = (bits >> fraction_bits(format)) & exponent_mask(format);
  const Bits ones = (Bits{1} << fraction_bits(format)) - 1;
  if (biased == exponent_mask(format) && (!format.finite_only() || fraction == ones)) {
    return {fraction == 0 ? Number::Kind::infinite : Number::Kind::nan, negative, 0, 0};
  }
  const Bits hidden = biased == 0 ? 0 : Bits{1} << fraction_bits(format);
  const int exponent =
      (biased == 0 ? 1 : static_cast<int>(biased)) - 1 + format.emin - fraction_bits(format);
  return make_number(negative, to_integer(fraction | hidden), exponent);
}

Bits encode(const Format& format, const Number& number) {
  const Bits sign = number.negative ? sign_bit(format) : 0;
  const Bits top = exponent_mask(format) << fraction_bits(format);
  if (number.kind == Number::Kind::infinite && format.finite_only())
    throw Error("an infinity is no number of " + format.name());
  if (number.kind == Number::Kind::infinite) return sign | top;
  if (number.kind == Number::Kind::nan && format.finite_only())
    return top | ((Bits{1} << fraction_bits(format)) - 1);
  if (number.kind == Number::Kind::nan) return top | (Bits{1} << (fraction_bits(format) - 1));
  if (number.zero()) return sign;
  const int e = static_cast<int>(msb(number.significand)) + number.exponent;
  const int place = std::max(e, format.emin) - fraction_bits(format);
  const auto refuse = [&] {
    throw Error("a number that is to be encoded is none of " + format.name());
  };
  if (number.exponent < place || e > format.emax) refuse();
  const Bits significand =
      to_bits(Integer(number.significand << static_cast<unsigned>(number.exponent - place)));
  const Bits ones = (Bits{1} << format.precision) - 1;
  if (format.finite_only() && e == format.emax && significand == ones) refuse();
  if (e < format.emin) return sign | significand;
  const auto biased = static_cast<Bits>(e - format.emin + 1);
  return sign |
         ((biased << fraction_bits(format)) + significand - (Bits{1} << fraction_bits(format)));
}

Number from_double(double value) { return decode(kFloat64, std::bit_cast<std::uint64_t>(value)); }

double to_double(const Number& number) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(encode(kFloat64, number)));
}

Ordinal ordinal(const Format& format, Bits bits) {
  const Bits size = bits & (sign_bit(format) - 1);
  return (bits & sign_bit(format)) != 0 ? -static_cast<Ordinal>(size) : static_cast<Ordinal>(size);
}

}  // namespace sextant
