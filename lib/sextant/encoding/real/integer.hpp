#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <type_traits>

namespace sextant {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;

template <class T>
concept BuiltInInteger = (std::integral<T> && !std::same_as<T, bool>) || std::same_as<T, Int128> ||
                         std::same_as<T, UInt128>;

/// An exact integer of any size.  A value that fits in an Int128 is held in place; a larger one
/// is allocated by GMP.  Bit operations use two's complement of unbounded length.  A moved-from
/// Integer is 0.
class Integer {
 public:
  Integer() = default;
  template <BuiltInInteger T>
  Integer(T value) {
    const bool fits = !std::same_as<T, UInt128> || static_cast<UInt128>(value) >> 127 == 0;
    fits ? hold(static_cast<Int128>(value)) : hold_beyond(static_cast<UInt128>(value));
  }
  /// A double rounded toward zero.  Throws std::overflow_error if it is not finite.
  explicit Integer(double value);
  explicit Integer(long double) = delete;
  /// Decimal digits, optionally after a `-`.  Throws std::runtime_error for other text.
  explicit Integer(const std::string& text);

  Integer(const Integer& other) : words_(other.words_) {
    if (other.allocated_) copy(other);
  }
  Integer(Integer&& other) noexcept { swap(*this, other); }
  Integer& operator=(Integer other) noexcept {
    swap(*this, other);
    return *this;
  }
  ~Integer() {
    if (allocated_) release();
  }
  friend void swap(Integer& a, Integer& b) noexcept {
    const Words words = a.words_;
    const bool allocated = a.allocated_;
    a.words_ = b.words_, a.allocated_ = b.allocated_;
    b.words_ = words, b.allocated_ = allocated;
  }

  /// A signed type gets the nearest of its numbers.  An unsigned one gets the lowest bits, and
  /// std::range_error is thrown for a negative number.
  template <BuiltInInteger T>
  explicit operator T() const {
    constexpr bool is_signed = static_cast<T>(-1) < static_cast<T>(0);
    return static_cast<T>(is_signed ? clamped(8 * sizeof(T)) : low_bits());
  }
  /// The nearest double, ties to even, in every rounding mode; an infinity beyond the largest
  /// double.
  explicit operator double() const;

  /// Digits in base 10 or 16, in lower case and without a prefix.
  std::string str(int base = 10) const;

  friend Integer operator+(const Integer& a, const Integer& b);
  friend Integer operator-(const Integer& a, const Integer& b);
  friend Integer operator*(const Integer& a, const Integer& b);
  /// The quotient, rounded toward zero, and its remainder.  Both throw std::overflow_error if b is
  /// 0.
  friend Integer operator/(const Integer& a, const Integer& b);
  friend Integer operator%(const Integer& a, const Integer& b);
  friend void divide_qr(const Integer& a, const Integer& b, Integer& quotient, Integer& remainder);
  friend Integer operator&(const Integer& a, const Integer& b);
  friend Integer operator|(const Integer& a, const Integer& b);
  /// a·2^count, and the largest integer not above a/2^count.  Throw std::range_error for count < 0.
  friend Integer operator<<(const Integer& a, std::int64_t count);
  friend Integer operator>>(const Integer& a, std::int64_t count);
  Integer operator-() const;

  Integer& operator+=(const Integer& b) { return *this = *this + b; }
  Integer& operator-=(const Integer& b) { return *this = *this - b; }
  Integer& operator*=(const Integer& b) { return *this = *this * b; }
  Integer& operator/=(const Integer& b) { return *this = *this / b; }
  Integer& operator%=(const Integer& b) { return *this = *this % b; }
  Integer& operator<<=(std::int64_t count) { return *this = *this << count; }
  Integer& operator>>=(std::int64_t count) { return *this = *this >> count; }
  Integer& operator++() { return *this += 1; }
  Integer& operator--() { return *this -= 1; }

  friend bool operator==(const Integer& a, const Integer& b) {
    return a.allocated_ || b.allocated_ ? a.allocated_ && b.allocated_ && compare(a, b) == 0
                                        : a.in_place() == b.in_place();
  }
  friend std::strong_ordering operator<=>(const Integer& a, const Integer& b) {
    return a.allocated_ || b.allocated_ ? compare(a, b) <=> 0 : a.in_place() <=> b.in_place();
  }

  friend Integer abs(const Integer& a) { return a < 0 ? -a : a; }
  friend Integer pow(const Integer& base, unsigned exponent);
  /// At least 0; gcd(0, 0) = lcm(a, 0) = 0.
  friend Integer gcd(const Integer& a, const Integer& b);
  friend Integer lcm(const Integer& a, const Integer& b);
  /// The index of the highest and of the lowest bit that is set.  Both throw std::range_error
  /// unless a > 0.
  friend unsigned msb(const Integer& a);
  friend unsigned lsb(const Integer& a);

 private:
  class View;
  struct Result;
  struct Words {
    std::uint64_t low = 0, high = 0;
  };

  Int128 in_place() const {
    return static_cast<Int128>(static_cast<UInt128>(words_.high) << 64 | words_.low);
  }
  void hold(Int128 value) {
    words_ = {static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64)};
  }
  void hold_beyond(UInt128 value);
  void copy(const Integer& other);
  void release();
  Int128 clamped(std::size_t bits) const;
  UInt128 low_bits() const;
  static int compare(const Integer& a, const Integer& b);
  template <class Operation, class... Operands>
  static Integer made(Operation operation, const Operands&... operands);
  static Integer taken(Result& result);

  Words words_;  ///< in two's complement, or an mpz_t if allocated_
  bool allocated_ = false;
};

/// m·2^exponent, rounded as the conversion of an Integer to double.  If `inexact`, the number is
/// just beyond m·2^exponent; then |m| must have more than 54 bits.
double nearest_double(const Integer& m, long exponent, bool inexact);

std::ostream& operator<<(std::ostream& out, const Integer& value);

}  // namespace sextant
