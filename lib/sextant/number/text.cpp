#include "sextant/number/text.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/encoding/real/error.hpp"
#include "sextant/number/round.hpp"

namespace sextant {
namespace {

Integer power_of_ten(long exponent) { return pow(Integer(10), static_cast<unsigned>(exponent)); }

/// x · 10^−exponent.
Rational scaled(const Rational& x, long exponent) {
  return exponent >= 0 ? Rational(x / Rational(power_of_ten(exponent)))
                       : Rational(x * Rational(power_of_ten(-exponent)));
}

/// The exponent k with 10^k ≤ |x| < 10^(k+1).
long decimal_exponent(const Rational& x) {
  const Rational size = abs(x);
  const int bits = highest_bit(numerator(size)) - highest_bit(denominator(size));
  auto k = static_cast<long>(std::floor(bits * 0.30102999566398120));
  while (scaled(size, k) >= 10) ++k;
  while (scaled(size, k) < 1) --k;
  return k;
}

/// |x| rounded down to n digits: an integer of n digits, and the exponent of its last digit.
struct Digits {
  Integer value;
  long exponent;
  Rational rest;  ///< the dropped part, in units of the last digit
};

Digits truncate(const Rational& x, int n) {
  const long exponent = decimal_exponent(x) - n + 1;
  const Rational wanted = scaled(abs(x), exponent);
  const Integer value = numerator(wanted) / denominator(wanted);
  return {value, exponent, wanted - Rational(value)};
}

std::string special_text(const Number& number) {
  if (number.kind == Number::Kind::nan) return "nan";
  return number.negative ? "-inf" : "inf";
}

}  // namespace

std::string bits_text(const Format& format, Bits bits) {
  std::string text;
  for (int digit = format.storage_bits / 4; digit-- > 0;) {
    text += "0123456789abcdef"[static_cast<unsigned>(bits >> (4 * digit)) & 0xf];
  }
  return text.empty() ? text : "0x" + text;
}

std::string bits_text(const Format& format, const Number& number) {
  return format.storage_bits == 0 ? std::string() : bits_text(format, encode(format, number));
}

std::string hex_text(const Number& number) {
  if (!number.finite()) return special_text(number);
  const std::string sign = number.negative ? "-" : "";
  if (number.zero()) return sign + "0x0p+0";
  const int top = highest_bit(number.significand);
  const int padded = (top + 3) / 4 * 4;  // fraction bits, in whole hex digits
  const Integer fraction = (number.significand - (Integer(1) << static_cast<unsigned>(top)))
                           << static_cast<unsigned>(padded - top);
  std::string digits;
  if (padded > 0) {
    digits = fraction.str(16);
    digits.insert(0, static_cast<std::size_t>(padded / 4) - digits.size(), '0');
    digits.insert(0, ".");
  }
  const int exponent = top + number.exponent;
  return sign + "0x1" + digits + (exponent < 0 ? "p-" : "p+") + std::to_string(std::abs(exponent));
}

std::string place_point(bool negative, std::string digits, long point) {
  const auto size = static_cast<long>(digits.size());
  std::string text;
  if (point > size + 5 || point < -4) {
    if (size > 1) digits.insert(1, ".");
    const long exponent = point - 1;
    const std::string shown = std::to_string(std::abs(exponent));
    text = digits + (exponent < 0 ? "e-" : "e+") + (shown.size() < 2 ? "0" : "") + shown;
  } else if (point <= 0) {
    text = "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
  } else if (point >= size) {
    text = digits + std::string(static_cast<std::size_t>(point - size), '0');
  } else {
    text = digits.insert(static_cast<std::size_t>(point), ".");
  }
  return (negative ? "-" : "") + text;
}

std::string decimal(const Rational& value, int digits) {
  if (value == 0) return "0";
  auto [kept, exponent, rest] = truncate(value, digits);
  const Rational half(1, 2);
  if (rest > half || (rest == half && (kept & 1) != 0)) ++kept;
  const std::string text = kept.str();
  return place_point(value < 0, text.substr(0, static_cast<std::size_t>(digits)),
                     static_cast<long>(text.size()) + exponent);
}

std::string shortest_decimal(const Format& format, const Number& number) {
  if (!number.finite()) return special_text(number);
  if (number.zero()) return number.negative ? "-0" : "0";
  const Rational value = to_rational(number);
  if (to_rational(round(format, value)) != value)  // no decimal would read back
    throw Error("a number that is to be printed is none of " + format.name());
  const Rational size = abs(value);
  const auto reads_back = [&](const Integer& kept, long exponent) {
    return abs(to_rational(round(format, scaled(Rational(kept), -exponent)))) == size;
  };
  for (int n = 1;; ++n) {
    auto [kept, exponent, rest] = truncate(value, n);
    const bool up = rest > Rational(1, 2) || (rest == Rational(1, 2) && (kept & 1) != 0);
    for (const Integer& candidate :
         {Integer(up ? kept + 1 : kept), Integer(up ? kept : kept + 1)}) {
      if (candidate == 0 || !reads_back(candidate, exponent)) continue;
      std::string text = candidate.str();
      const long point = static_cast<long>(text.size()) + exponent;
      text.erase(std::max<std::size_t>(text.find_last_not_of('0') + 1, 1));
      return place_point(number.negative, text, point);
    }
  }
}

int telling_digits(const Format& format) {
  return 4 + static_cast<int>(std::ceil(format.precision * std::log10(2.0)));
}

std::string stored_decimal(const Format& format, const Number& number) {
  constexpr int kMostDigits = 17;
  constexpr int kMostPlaces = 64;  // after the point: of more, no number of a format has few digits
  if (!number.finite() || number.zero()) return shortest_decimal(format, number);
  const Rational value = to_rational(number);
  const int places = std::max(-number.exponent, 0);
  if (places > kMostPlaces) return decimal(value, telling_digits(format));
  const std::string all = numerator(abs(scaled(value, -places))).str();  // an integer
  const auto digits = static_cast<int>(all.size());
  return decimal(value, digits <= kMostDigits ? digits : telling_digits(format));
}

Number read_number(const Format& format, std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  const std::string_view size = text.substr(negative ? 1 : 0);
  if (size == "inf") return {Number::Kind::infinite, negative, 0, 0};
  if (size == "nan") return {Number::Kind::nan, negative, 0, 0};
  Number number = round(format, parse_rational(text));
  number.negative = negative;
  return number;
}

}  // namespace sextant
