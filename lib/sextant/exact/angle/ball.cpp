#include "sextant/exact/angle/ball.hpp"

#include <bit>
#include <limits>

#include "sextant/number/round.hpp"

namespace sextant::exact {
namespace {

Bits magnitude(Ordinal value) { return static_cast<Bits>(value < 0 ? -value : value); }

/// ±significand·2^exponent, assembled from bits, so that rounding modes and flush-to-zero have no
/// effect.  At most 53 bits, none below 2⁻¹⁰⁷⁴; an infinity beyond float64's range.
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
  if (kept == 0) return assemble(negative, 0, 0);
  if (!beyond_largest(format, kept, place))
    return assemble(negative, static_cast<std::uint64_t>(kept), place);
  return format.finite_only() ? std::numeric_limits<double>::quiet_NaN()
                              : assemble(negative, 1, 2000);
}

/// The definition: both ends of the ball round to the same number.
std::optional<double> both_ends(const Format& format, const Ball& ball, Bits size) {
  if (size == 0 && ball.radius == 0) return 0.0;
  if (size <= ball.radius) return std::nullopt;  // the sign is unknown
  const bool negative = ball.mid < 0;
  const double low = rounded(format, negative, size - ball.radius, ball.exponent);
  const double high = rounded(format, negative, size + ball.radius, ball.exponent);
  if (std::bit_cast<std::uint64_t>(low) != std::bit_cast<std::uint64_t>(high)) return std::nullopt;
  return low;
}

/// m·2^exponent cut down to a double: kept·2^place, and the `rest` in units of 2^exponent.
struct Cut {
  std::uint64_t kept = 0;
  int place = 0;
  Bits rest = 0;
};

Cut cut(Bits m, int exponent) {
  if (m == 0) return {};
  const int drop = std::max({highest_bit(m) - 52, -1074 - exponent, 0});
  if (drop > highest_bit(m)) return {0, exponent, m};
  const Bits kept = m >> drop;
  return {static_cast<std::uint64_t>(kept), exponent + drop, m - (kept << drop)};
}

/// A double ≥ m·2^exponent.
double cut_upward(Bits m, int exponent) {
  const Cut c = cut(m, exponent);
  if (c.rest == 0) return assemble(false, c.kept, c.place);
  return c.kept == 0 ? std::numeric_limits<double>::denorm_min()
                     : assemble(false, c.kept + 1, c.place);
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
  const bool negative = ball.mid < 0;
  const Bits size = magnitude(ball.mid);
  if (size != 0 && highest_bit(size) + ball.exponent > 1023) {
    return {assemble(negative, 1, 2000), 0, std::numeric_limits<double>::infinity()};
  }
  const Cut high = cut(size, ball.exponent);
  const Cut low = cut(high.rest, ball.exponent);
  return {assemble(negative, high.kept, high.place), assemble(negative, low.kept, low.place),
          cut_upward(ball.radius + low.rest, ball.exponent)};
}

/// One pass.  With m = kept·2^drop + rest and half = 2^(drop − 1), every real within radius of m
/// rounds as m does if |rest − half| > radius: the boundaries next to kept + ½ are 2·half away from
/// it.  An exception is the binade below that of m; the ball must not reach into it.  All other
/// cases use the definition.                                                       rounding.md, (7)
std::optional<double> nearest(const Format& format, const Ball& ball) {
  const Bits size = magnitude(ball.mid);
  if (size <= ball.radius) return both_ends(format, ball, size);
  const int top = highest_bit(size);
  const int e = top + ball.exponent;
  const int drop = top + 1 - format.precision;
  const bool normal = e >= std::max(format.emin, -1022) && e < std::min(format.emax, 1023);
  if (!normal || drop <= 0 || highest_bit(size - ball.radius) != top) {
    return both_ends(format, ball, size);
  }
  const auto kept = static_cast<std::uint64_t>(size >> drop);
  const Bits half = Bits{1} << (drop - 1);
  const Bits rest = size & (2 * half - 1);
  const bool up = rest > half;
  if ((up ? rest - half : half - rest) <= ball.radius) return both_ends(format, ball, size);
  // A carry out of the significand increments the exponent.
  const std::uint64_t significand = (kept + (up ? 1 : 0)) << (53 - format.precision);
  const std::uint64_t sign = ball.mid < 0 ? std::uint64_t{1} << 63 : 0;
  return std::bit_cast<double>(sign | ((static_cast<std::uint64_t>(e + 1022) << 52) + significand));
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

Ball ball(const Factor& factor) {
  const auto size = static_cast<Ordinal>(factor.mantissa);
  return {factor.negative ? -size : size, factor.exact ? Bits{0} : Bits{1}, factor.exponent};
}

Ball ball(const Rational& value) { return value == 0 ? Ball{} : ball(Factor::of(value)); }

/// |m·f| is (|m|·F)·2^e. |m| is shifted up by a bit and the product cut to its high half, with an
/// error of one unit; the factor's own error adds another.  The radius grows with the factor.
///                                                                                    turn.md, (11)
Ball operator*(const Ball& ball, const Factor& factor) {
  if (ball.mid == 0 && ball.radius == 0) return {};
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
