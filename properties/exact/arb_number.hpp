#pragma once

#include "exact/published_scaling.hpp"
#include "exact/second_opinion.hpp"

namespace sextant::published {

/// Arb's balls as numbers of published_scaling.hpp.
class ArbNumber {
 public:
  static ArbNumber of(const Rational& value) { return second_opinion::real(value, kPrecision); }
  static ArbNumber pi() {
    second_opinion::Real x;
    arb_const_pi(x.get(), kPrecision);
    return x;
  }

  ArbNumber(const ArbNumber&) = default;
  ArbNumber& operator=(const ArbNumber& other) {
    arb_set(x_.get(), other.x_.get());
    return *this;
  }

  Span span() const { return x_.span(); }

  friend ArbNumber operator+(const ArbNumber& a, const ArbNumber& b) { return done(arb_add, a, b); }
  friend ArbNumber operator-(const ArbNumber& a, const ArbNumber& b) { return done(arb_sub, a, b); }
  friend ArbNumber operator*(const ArbNumber& a, const ArbNumber& b) { return done(arb_mul, a, b); }
  friend ArbNumber operator/(const ArbNumber& a, const ArbNumber& b) { return done(arb_div, a, b); }
  friend ArbNumber power(const ArbNumber& a, const ArbNumber& b) { return done(arb_pow, a, b); }
  friend ArbNumber log(const ArbNumber& a) { return done(arb_log, a); }
  friend ArbNumber sine(const ArbNumber& a) { return done(arb_sin, a); }
  friend ArbNumber cosine(const ArbNumber& a) { return done(arb_cos, a); }
  friend ArbNumber root(const ArbNumber& a) { return done(arb_sqrt, a); }
  friend ArbNumber floor_of(const ArbNumber& a) {
    const ArbNumber whole = done(arb_floor, a);
    if (arb_is_exact(whole.x_.get()) == 0) throw Unclear();
    return whole;
  }
  friend bool less(const ArbNumber& a, const ArbNumber& b) {
    if (arb_lt(a.x_.get(), b.x_.get()) != 0) return true;
    if (arb_ge(a.x_.get(), b.x_.get()) != 0) return false;
    throw Unclear();
  }

 private:
  static constexpr slong kPrecision = 400;

  ArbNumber(second_opinion::Real x) : x_(std::move(x)) {}
  template <class Function, class... Numbers>
  static ArbNumber done(Function function, const Numbers&... numbers) {
    second_opinion::Real x;
    function(x.get(), numbers.x_.get()..., kPrecision);
    return x;
  }

  second_opinion::Real x_;
};

}  // namespace sextant::published
