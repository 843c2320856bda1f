#pragma once

#include <cmath>

#include "exact/angle/span.hpp"
#include "exact/published_scaling.hpp"
#include "sextant/number/round.hpp"

namespace sextant::published {

/// A double, and a bound of its distance from the number that it represents.  Each operation adds
/// its rounding. u = 2⁻⁵³; log and pow err by one ulp, 2u relative, as the glibc manual states
/// (Errors in Math Functions).  `kUp` rounds upward: it covers the roundings of the bounds in
/// doubles.
class Running {
 public:
  static Running of(const Rational& value) {
    const double x = to_double(round(kFloat64, value));
    const bool exactly = to_rational(from_double(x)) == value;
    return {x, exactly ? 0.0 : kU * std::abs(x)};
  }
  static Running pi() { return {0x1.921fb54442d18p+1, 0x1p-52}; }

  double value() const { return x_; }
  Span span() const {
    const Rational x = to_rational(from_double(x_));
    const Rational e = to_rational(from_double(e_));
    return {x - e, x + e};
  }

  friend Running operator+(const Running& a, const Running& b) {
    const double x = a.x_ + b.x_;
    return a.whole() && b.whole() ? Running(x, 0) : rounded(x, a.e_ + b.e_);
  }
  friend Running operator-(const Running& a, const Running& b) {
    const double x = a.x_ - b.x_;
    return a.whole() && b.whole() ? Running(x, 0) : rounded(x, a.e_ + b.e_);
  }
  friend Running operator*(const Running& a, const Running& b) {
    return rounded(a.x_ * b.x_, std::abs(a.x_) * b.e_ + std::abs(b.x_) * a.e_ + a.e_ * b.e_);
  }
  friend Running operator/(const Running& a, const Running& b) {
    const double x = a.x_ / b.x_;
    if (a.whole() && (a.x_ == 0 || (b.whole() && std::fmod(a.x_, b.x_) == 0))) return {x, 0};
    return rounded(x, (a.e_ + std::abs(x) * (1 + 2 * kU) * b.e_) / b.least());
  }
  /// |ln(a + δ) − ln a| ≤ |δ|/(a − |δ|)
  friend Running log(const Running& a) {
    const double x = std::log(a.x_);
    return {x, kUp * (a.e_ / a.least() + 2 * kU * std::abs(x))};
  }
  /// a^y = exp(y·ln a): with δ the exponent's error, |e^δ − 1| ≤ 2|δ| for |δ| ≤ 1.
  friend Running power(const Running& a, const Running& y) {
    const double log_error = a.e_ / a.least();
    const double delta =
        (std::abs(y.x_) + y.e_) * log_error + (std::abs(std::log(a.x_)) * (1 + 2 * kU)) * y.e_;
    if (!(delta * kUp <= 0.5)) throw Unclear();
    const double x = std::pow(a.x_, y.x_);
    return {x, kUp * std::abs(x) * (1 + 4 * kU) * (2 * delta + 2 * kU)};
  }
  /// |√(a + δ) − √a| ≤ |δ|/√(a − |δ|)
  friend Running root(const Running& a) {
    return rounded(std::sqrt(a.x_), a.e_ / std::sqrt(a.least()));
  }
  friend Running floor_of(const Running& a) {
    const Rational whole = to_rational(from_double(std::floor(a.x_)));
    if (a.span().lower < whole || a.span().upper >= whole + 1) throw Unclear();
    return {std::floor(a.x_), 0};
  }
  friend bool less(const Running& a, const Running& b) {
    const Span x = a.span();
    const Span y = b.span();
    if (x.upper < y.lower) return true;
    if (x.lower >= y.upper) return false;
    throw Unclear();
  }

 private:
  static constexpr double kU = 0x1p-53;
  static constexpr double kUp = 1 + 0x1p-40;

  Running(double x, double e) : x_(x), e_(e) {}
  /// One more rounding, also of a number too small to be normal.
  static Running rounded(double x, double propagated) {
    return {x, kUp * (propagated + kU * std::abs(x)) + 0x1p-1074};
  }
  /// An integer whose sums are exact.
  bool whole() const { return e_ == 0 && x_ == std::floor(x_) && std::abs(x_) < 0x1p52; }
  /// A lower bound of the magnitude.
  double least() const {
    const double least = (std::abs(x_) - e_) / kUp;
    if (!(least > 0)) throw Unclear();
    return least;
  }

  double x_, e_;
};

}  // namespace sextant::published
