#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <utility>

#include <arb.h>
#include <flint/fmpq.h>
#include <flint/fmpz.h>

namespace sextant::certificate {

/// A FLINT integer; frees itself.
class Integer {
 public:
  Integer() { fmpz_init(x_); }
  Integer(slong value) { fmpz_init_set_si(x_, value); }
  Integer(const Integer& other) { fmpz_init_set(x_, other.x_); }
  Integer(Integer&& other) noexcept : Integer() { fmpz_swap(x_, other.x_); }
  Integer& operator=(Integer other) noexcept {
    fmpz_swap(x_, other.x_);
    return *this;
  }
  ~Integer() { fmpz_clear(x_); }

  fmpz* get() { return x_; }
  const fmpz* get() const { return x_; }

  int sign() const { return fmpz_sgn(x_); }
  slong bits() const { return static_cast<slong>(fmpz_bits(x_)); }
  std::string text() const;

  friend bool operator==(const Integer& a, const Integer& b) { return fmpz_equal(a.x_, b.x_) != 0; }
  friend std::strong_ordering operator<=>(const Integer& a, const Integer& b) {
    return fmpz_cmp(a.x_, b.x_) <=> 0;
  }

 private:
  fmpz_t x_;
};

Integer operator+(const Integer& a, const Integer& b);
Integer operator-(const Integer& a, const Integer& b);
Integer operator*(const Integer& a, const Integer& b);
Integer power_of_two(slong exponent);

/// An exact rational; frees itself.
class Fraction {
 public:
  Fraction() { fmpq_init(x_); }
  Fraction(const Integer& numerator, const Integer& denominator) : Fraction() {
    fmpq_set_fmpz_frac(x_, numerator.get(), denominator.get());
  }
  Fraction(const Fraction& other) : Fraction() { fmpq_set(x_, other.x_); }
  Fraction(Fraction&& other) noexcept : Fraction() { fmpq_swap(x_, other.x_); }
  Fraction& operator=(Fraction other) noexcept {
    fmpq_swap(x_, other.x_);
    return *this;
  }
  ~Fraction() { fmpq_clear(x_); }

  fmpq* get() { return x_; }
  const fmpq* get() const { return x_; }
  int sign() const { return fmpq_sgn(x_); }

 private:
  fmpq_t x_;
};

/// A real ball; frees itself.
class Real {
 public:
  Real() { arb_init(x_); }
  Real(const Real& other) : Real() { arb_set(x_, other.x_); }
  Real(Real&& other) noexcept : Real() { arb_swap(x_, other.x_); }
  Real(const Integer& value) : Real() { arb_set_fmpz(x_, value.get()); }
  Real(const Fraction& value, slong precision) : Real() {
    arb_set_fmpq(x_, value.get(), precision);
  }
  Real& operator=(Real other) noexcept {
    arb_swap(x_, other.x_);
    return *this;
  }
  ~Real() { arb_clear(x_); }

  arb_ptr get() { return x_; }
  arb_srcptr get() const { return x_; }

  /// A few digits of the midpoint, for messages.
  std::string text() const;

 private:
  arb_t x_;
};

/// The least ⌊x⌋ and the greatest ⌈x⌉ over the x of a finite ball.
Integer floor_of(const Real& x);
Integer ceiling_of(const Real& x);

/// The side of a mark on which a number lies, if its ball decides.
enum class Side : unsigned char { below, above, unclear };
Side side(const Real& x, const Fraction& mark);

}  // namespace sextant::certificate
