#pragma once

#include <compare>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>

#include "sextant/encoding/real/integer.hpp"

namespace sextant {

/// An exact rational number in lowest terms with a positive denominator.  A moved-from Rational is
/// 0.
class Rational {
 public:
  Rational() = default;
  template <BuiltInInteger T>
  Rational(T value) : numerator_(value) {}
  Rational(Integer value) : numerator_(std::move(value)) {}
  /// Throws std::overflow_error if the denominator is 0, as division does.
  Rational(Integer numerator, Integer denominator);
  /// The exact value of a double.  Throws std::overflow_error if it is not finite.
  explicit Rational(double value);
  explicit Rational(long double value) = delete;

  Rational(const Rational&) = default;
  Rational(Rational&& other) noexcept { swap(*this, other); }
  Rational& operator=(Rational other) noexcept {
    swap(*this, other);
    return *this;
  }
  friend void swap(Rational& a, Rational& b) noexcept {
    swap(a.numerator_, b.numerator_);
    swap(a.denominator_, b.denominator_);
  }

  /// Rounds toward zero, then converts as an Integer does.
  template <BuiltInInteger T>
  explicit operator T() const {
    return static_cast<T>(numerator_ / denominator_);
  }
  /// The nearest double, ties to even, in every rounding mode; an infinity beyond the largest
  /// double.
  explicit operator double() const;

  /// `a` or `a/b`.
  std::string str() const;

  friend const Integer& numerator(const Rational& a) { return a.numerator_; }
  friend const Integer& denominator(const Rational& a) { return a.denominator_; }
  friend Integer numerator(Rational&& a) { return a.numerator_; }
  friend Integer denominator(Rational&& a) { return a.denominator_; }

  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);
  friend Rational operator/(const Rational& a, const Rational& b);
  Rational operator-() const;

  Rational& operator+=(const Rational& b) { return *this = *this + b; }
  Rational& operator-=(const Rational& b) { return *this = *this - b; }
  Rational& operator*=(const Rational& b) { return *this = *this * b; }
  Rational& operator/=(const Rational& b) { return *this = *this / b; }
  Rational& operator++() { return *this += 1; }

  friend bool operator==(const Rational& a, const Rational& b) = default;
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b);

  friend Rational abs(const Rational& a) { return a < 0 ? -a : a; }

 private:
  Integer numerator_;
  Integer denominator_ = 1;
};

std::ostream& operator<<(std::ostream& out, const Rational& value);

/// The exact value of a text: `10000`, `1_000_000`, `-0.25`, `1e6`, `2^20`, `1/3`, `0x1.8p-3`.
/// Throws Error for other text, for exponents beyond ±20000, and for more than 32768 bits in the
/// numerator or the denominator.  The limits keep a short text from taking much memory.
Rational parse_rational(std::string_view text);

/// `a` or `a/b` in lowest terms; parse_rational returns the same number.
std::string to_text(const Rational& value);

/// 2^exponent, exactly.
Rational power_of_two(int exponent);

bool is_integer(const Rational& value);

}  // namespace sextant
