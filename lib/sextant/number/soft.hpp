#pragma once

#include <utility>

#include <mpfr.h>

#include "sextant/number/number.hpp"

namespace sextant {

/// A number of P significant bits.  MPFR rounds every operation correctly, also elementary
/// functions: binary128 is Soft<113> with every compiler.  Exponents are practically unbounded.
template <int P>
class Soft {
 public:
  Soft() { mpfr_init2(x_, P), mpfr_set_zero(x_, 1); }
  explicit Soft(double value) : Soft() { mpfr_set_d(x_, value, MPFR_RNDN); }
  /// ±significand·2^exponent, rounded to P bits.
  static Soft from(const Number& number) {
    Soft result;
    for (unsigned limb =
             (number.zero() ? 0 : static_cast<unsigned>(msb(number.significand)) / 64 + 1);
         limb-- > 0;) {
      const auto part = static_cast<std::uint64_t>(
          Integer((number.significand >> (64 * limb)) & Integer(~std::uint64_t{0})));
      mpfr_mul_2ui(result.x_, result.x_, 64, MPFR_RNDN);
      mpfr_add_ui(result.x_, result.x_, part, MPFR_RNDN);
    }
    mpfr_mul_2si(result.x_, result.x_, number.exponent, MPFR_RNDN);
    if (number.negative) mpfr_neg(result.x_, result.x_, MPFR_RNDN);
    return result;
  }
  Soft(const Soft& other) : Soft() { mpfr_set(x_, other.x_, MPFR_RNDN); }
  Soft(Soft&& other) noexcept : Soft() { mpfr_swap(x_, other.x_); }
  Soft& operator=(Soft other) noexcept {
    mpfr_swap(x_, other.x_);
    return *this;
  }
  ~Soft() { mpfr_clear(x_); }

  const __mpfr_struct* data() const { return x_; }
  explicit operator double() const { return mpfr_get_d(x_, MPFR_RNDN); }

  friend Soft operator+(const Soft& a, const Soft& b) { return apply(mpfr_add, a, b); }
  friend Soft operator-(const Soft& a, const Soft& b) { return apply(mpfr_sub, a, b); }
  friend Soft operator*(const Soft& a, const Soft& b) { return apply(mpfr_mul, a, b); }
  friend Soft operator/(const Soft& a, const Soft& b) { return apply(mpfr_div, a, b); }
  friend bool operator==(const Soft& a, const Soft& b) { return mpfr_equal_p(a.x_, b.x_) != 0; }
  friend bool operator<(const Soft& a, const Soft& b) { return mpfr_less_p(a.x_, b.x_) != 0; }
  friend bool operator>(const Soft& a, const Soft& b) { return b < a; }
  friend Soft pow(const Soft& a, const Soft& b) { return apply(mpfr_pow, a, b); }
  friend Soft operator-(const Soft& a) { return apply(mpfr_neg, a); }
  friend Soft exp(const Soft& a) { return apply(mpfr_exp, a); }
  friend Soft log(const Soft& a) { return apply(mpfr_log, a); }
  friend Soft sin(const Soft& a) { return apply(mpfr_sin, a); }
  friend Soft cos(const Soft& a) { return apply(mpfr_cos, a); }

 private:
  template <class Function, class... Operands>
  static Soft apply(Function function, const Operands&... operands) {
    Soft result;
    function(result.x_, operands.x_..., MPFR_RNDN);
    return result;
  }

  mpfr_t x_;
};

}  // namespace sextant
