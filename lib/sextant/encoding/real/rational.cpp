#include "sextant/encoding/real/rational.hpp"

#include <charconv>
#include <cmath>
#include <ostream>
#include <stdexcept>
#include <utility>

#include "sextant/encoding/real/error.hpp"

namespace sextant {

Rational::Rational(Integer numerator, Integer denominator)
    : numerator_(std::move(numerator)), denominator_(std::move(denominator)) {
  if (denominator_ == 0) throw std::overflow_error("a fraction with denominator 0");
  const Integer common = gcd(numerator_, denominator_) * (denominator_ < 0 ? -1 : 1);
  if (common == 1) return;
  numerator_ /= common;
  denominator_ /= common;
}

Rational::Rational(double value) {
  if (!std::isfinite(value)) throw std::overflow_error("a fraction of no finite number");
  int exponent = 0;
  const Integer whole(std::ldexp(std::frexp(value, &exponent), 53));
  exponent -= 53;
  *this = exponent < 0 ? Rational(whole, Integer(1) << -exponent) : Rational(whole << exponent);
}

Rational::operator double() const {
  if (numerator_ == 0) return 0;
  // A quotient of at least 64 bits, and whether the division has a remainder.
  const Integer size = abs(numerator_);
  const long wanted = 64 - (static_cast<long>(msb(size)) - static_cast<long>(msb(denominator_)));
  const Integer above = wanted > 0 ? numerator_ << wanted : numerator_;
  const Integer below = wanted < 0 ? denominator_ << -wanted : denominator_;
  Integer quotient, rest;
  divide_qr(above, below, quotient, rest);
  return nearest_double(quotient, -wanted, rest != 0);
}

std::string Rational::str() const {
  return denominator_ == 1 ? numerator_.str() : numerator_.str() + "/" + denominator_.str();
}

Rational operator+(const Rational& a, const Rational& b) {
  if (a.denominator_ == 1 && b.denominator_ == 1) return a.numerator_ + b.numerator_;
  if (a.denominator_ == b.denominator_) return {a.numerator_ + b.numerator_, a.denominator_};
  return {a.numerator_ * b.denominator_ + b.numerator_ * a.denominator_,
          a.denominator_ * b.denominator_};
}

Rational operator-(const Rational& a, const Rational& b) { return a + -b; }

Rational operator*(const Rational& a, const Rational& b) {
  return {a.numerator_ * b.numerator_, a.denominator_ * b.denominator_};
}

Rational operator/(const Rational& a, const Rational& b) {
  return {a.numerator_ * b.denominator_, a.denominator_ * b.numerator_};
}

Rational Rational::operator-() const {
  Rational result = *this;
  result.numerator_ = -numerator_;
  return result;
}

std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
  if (a.denominator_ == b.denominator_) return a.numerator_ <=> b.numerator_;
  return a.numerator_ * b.denominator_ <=> b.numerator_ * a.denominator_;
}

std::ostream& operator<<(std::ostream& out, const Rational& value) { return out << value.str(); }

namespace {

constexpr int kLargestExponent = 20000;  // binary128 goes to 2^−16494
constexpr std::size_t kLongestText = 20000;
constexpr unsigned kLargestBits = 32768;  // of numerator and denominator: to_text() reads back

/// Reads the text from left to right.  Every Error names the whole text.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text), rest_(text) {}

  [[noreturn]] void fail(std::string_view why) const {
    throw Error("'" + std::string(text_.substr(0, 60)) + "' is not a number: " + std::string(why) +
                " (write 10000, 1e6, 2^20, 1/3, 0.25, 1_000_000 or 0x1.8p-3)");
  }

  bool done() const { return rest_.empty(); }

  bool take(char expected) {
    if (rest_.empty() || rest_.front() != expected) return false;
    rest_.remove_prefix(1);
    return true;
  }

  bool take_hex_prefix() {
    if (rest_.size() < 2 || rest_[0] != '0' || (rest_[1] | 0x20) != 'x') return false;
    rest_.remove_prefix(2);
    return true;
  }

  /// Appends the digits ahead to `value`; returns how many there were.  `_` may stand between two.
  int digits(Integer& value, int radix) {
    int count = 0;
    while (!rest_.empty()) {
      if (rest_.front() == '_' && count > 0 && rest_.size() > 1 && digit(rest_[1], radix) >= 0) {
        rest_.remove_prefix(1);
      }
      const int next = digit(rest_.front(), radix);
      if (next < 0) break;
      value = value * radix + next;
      ++count;
      rest_.remove_prefix(1);
    }
    return count;
  }

  int small_integer() {
    int value = 0;
    if (take('+') && (rest_.empty() || rest_.front() == '-')) fail("the exponent has no digits");
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error == std::errc::invalid_argument) fail("the exponent has no digits");
    if (error != std::errc() || value > kLargestExponent || value < -kLargestExponent) {
      fail("the exponent is beyond ±20000");
    }
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

 private:
  static int digit(char c, int radix) {
    int value = -1;
    if (c >= '0' && c <= '9') value = c - '0';
    if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f') value = (c | 0x20) - 'a' + 10;
    return value < radix ? value : -1;
  }

  std::string_view text_;
  std::string_view rest_;
};

Rational power(const Integer& base, int exponent) {
  const Integer magnitude = pow(base, static_cast<unsigned>(exponent < 0 ? -exponent : exponent));
  return exponent < 0 ? Rational(Integer(1), magnitude) : Rational(magnitude);
}

unsigned bits(const Integer& value) {
  return value == 0 ? 0 : static_cast<unsigned>(msb(value)) + 1;
}

/// Digits with an optional point and exponent, decimal or hexadecimal, without a sign.
Rational parse_magnitude(Reader& reader) {
  const bool hex = reader.take_hex_prefix();
  const int radix = hex ? 16 : 10;
  Integer significand = 0;
  const int whole = reader.digits(significand, radix);
  const int fraction = reader.take('.') ? reader.digits(significand, radix) : 0;
  if (whole + fraction == 0) reader.fail("a digit is missing");
  Rational value = Rational(significand) * power(radix, -fraction);
  if (hex ? reader.take('p') || reader.take('P') : reader.take('e') || reader.take('E')) {
    value *= power(hex ? 2 : 10, reader.small_integer());
  }
  return value;
}

}  // namespace

Rational parse_rational(std::string_view text) {
  Reader reader(text.substr(0, kLongestText));
  if (text.size() > kLongestText) reader.fail("it is longer than 20000 characters");
  const bool negative = reader.take('-');
  if (!negative) reader.take('+');
  Rational value = parse_magnitude(reader);
  if (reader.take('/')) {
    const Rational divisor = parse_magnitude(reader);
    if (divisor == 0) reader.fail("it divides by zero");
    value /= divisor;
  } else if (reader.take('^')) {
    const int exponent = reader.small_integer();
    if (!is_integer(value) || msb(numerator(value) + 1) > 64)
      reader.fail("the base of ^ is no small integer");
    if (value == 0 && exponent < 0) reader.fail("it divides by zero");
    value = power(numerator(value), exponent);
  }
  if (!reader.done()) reader.fail("it does not end where a number ends");
  if (bits(numerator(value)) > kLargestBits || bits(denominator(value)) > kLargestBits) {
    reader.fail("it has more than 32768 bits");
  }
  return negative ? Rational(-value) : value;
}

std::string to_text(const Rational& value) {
  return is_integer(value) ? numerator(value).str() : value.str();
}

Rational power_of_two(int exponent) { return power(2, exponent); }

bool is_integer(const Rational& value) { return denominator(value) == 1; }

}  // namespace sextant
