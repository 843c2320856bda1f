#include "sextant/exact/ball.hpp"

#include <bit>
#include <cmath>

#include "sextant/number/round.hpp"

namespace sextant::exact {
namespace {

Bits magnitude(Ordinal value) { return static_cast<Bits>(value < 0 ? -value : value); }

/// 2^e by its bits: no arithmetic that a rounding mode or flush-to-zero could touch.
double power_of_two(int e) {
  if (e < -1022) return e < -1074 ? 0.0 : std::bit_cast<double>(std::uint64_t{1} << (e + 1074));
  return std::bit_cast<double>(static_cast<std::uint64_t>(std::min(e, 1024) + 1023) << 52);
}

/// significand·2^exponent of at most 53 bits, in float64's range.
double assemble(bool negative, std::uint64_t significand, int exponent) {
  const std::uint64_t sign = negative ? std::uint64_t{1} << 63 : 0;
  if (significand == 0) return std::bit_cast<double>(sign);
  const int e = 63 - std::countl_zero(significand) + exponent;
  if (e > 1023) return std::bit_cast<double>(sign | (std::uint64_t{0x7ff} << 52));
  const int place = last_place(kFloat64, e);
  const std::uint64_t aligned =
      exponent >= place ? significand << (exponent - place) : significand >> (place - exponent);
  const std::uint64_t biased = e < -1022 ? 0 : static_cast<std::uint64_t>(e + 1022);
  return std::bit_cast<double>(sign | ((biased << 52) + aligned));
}

/// One end of a ball, rounded.
double rounded(const Format& format, bool negative, Bits size, int exponent) {
  const auto [kept, place] = round_magnitude(format, size, exponent, false, Rounding::nearest_even);
  if (kept == 0) return 0;
  const bool overflows = highest_bit(kept) + place > format.emax;
  return overflows ? assemble(negative, 1, 2000)
                   : assemble(negative, static_cast<std::uint64_t>(kept), place);
}

}  // namespace

Bits high_product(Bits a, Bits b) {
  const Bits mask = ~std::uint64_t{0};
  const Bits a0 = a & mask, a1 = a >> 64, b0 = b & mask, b1 = b >> 64;
  const Bits middle = a1 * b0 + ((a0 * b0) >> 64);
  const Bits other = a0 * b1 + (middle & mask);
  return a1 * b1 + (middle >> 64) + (other >> 64);
}

Near near(const Ball& ball) {
  const Bits size = magnitude(ball.mid);
  const double scale = power_of_two(std::max(ball.exponent, -1000));
  const double rest = power_of_two(std::min(ball.exponent + 1000, 0));
  const auto value = [&](Bits bits) { return static_cast<double>(bits) * scale * rest; };
  const int drop = size == 0 ? 0 : std::max(highest_bit(size) - 52, 0);
  const Bits top = size >> drop << drop;
  const double sign = ball.mid < 0 ? -1 : 1;
  // Reading the low part and the radius as doubles costs one rounding each: 2⁻⁵² of them.
  const double low = value(size - top);
  return {sign * value(top), sign * low,
          value(ball.radius) * (1 + 0x1p-50) + low * 0x1p-52 + 0x1p-1074};
}

std::optional<double> nearest(const Format& format, const Ball& ball) {
  if (ball.mid == 0 && ball.radius == 0) return 0.0;
  const Bits size = magnitude(ball.mid);
  if (size <= ball.radius) return std::nullopt;  // the sign is not known
  const bool negative = ball.mid < 0;
  const double low = rounded(format, negative, size - ball.radius, ball.exponent);
  const double high = rounded(format, negative, size + ball.radius, ball.exponent);
  if (std::bit_cast<std::uint64_t>(low) != std::bit_cast<std::uint64_t>(high)) return std::nullopt;
  return low;
}

Factor Factor::of(const Rational& value) {
  const Format format{127, -(1 << 28), 1 << 28, 0};
  const Number number = round(format, value, Rounding::toward_zero);
  const int shift = 126 - highest_bit(number.significand);
  const Integer mantissa = number.significand << static_cast<unsigned>(shift);
  const auto high = static_cast<std::uint64_t>(Integer(mantissa >> 64));
  const auto low = static_cast<std::uint64_t>(Integer(mantissa & Integer(~std::uint64_t{0})));
  return {number.negative, (Bits{high} << 64) | low, number.exponent - shift,
          to_rational(number) == value};
}

/// |m·f| splits as (|m|·F)·2^e; the product is cut to its high half after |m| moved up by a bit,
/// which costs a unit, the factor's own error another, and the radius grows with the factor.
Ball operator*(const Ball& ball, const Factor& factor) {
  const Bits half = Bits{1} << 126;
  if (factor.exact && factor.mantissa == half) {
    return {factor.negative ? -ball.mid : ball.mid, ball.radius,
            ball.exponent + factor.exponent + 126};
  }
  const Bits product = high_product(magnitude(ball.mid) << 1, factor.mantissa << 1) >> 1;
  const Bits radius = high_product(ball.radius << 1, factor.mantissa << 1) / 2 + 4;
  const bool negative = (ball.mid < 0) != factor.negative;
  return {negative ? -static_cast<Ordinal>(product) : static_cast<Ordinal>(product), radius,
          ball.exponent + factor.exponent + 127};
}

}  // namespace sextant::exact
