#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

#include "sextant/encoding/position/position.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/number/number.hpp"
#include "sextant/number/round.hpp"
#include "sextant/recipe/bound/hypothesis.hpp"

#ifdef __FAST_MATH__
#error "A bound is a theorem about one sequence of roundings: compile recipes without -ffast-math."
#endif

namespace sextant::recipe {

/// The properties of a number type that recipes need: its format, its hypothesis, and exact
/// conversion from and to Numbers that it holds.  `Scalar` is the type in which a program in T
/// computes constants of the host language: Python's double, or T if that is wider.  The types of
/// MPFR and Boost are slow to compile and have headers of their own.
template <class T>
struct Arithmetic;

template <>
struct Arithmetic<float> {
  static constexpr std::string_view name = "float32";
  static constexpr Format format = kFloat32;
  static constexpr Hypothesis hypothesis = kLibm;
  using Scalar = double;
  static float from(const Number& n) { return static_cast<float>(to_double(n)); }
  static Number number(float x) { return from_double(x); }
};

template <>
struct Arithmetic<double> {
  static constexpr std::string_view name = "float64";
  static constexpr Format format = kFloat64;
  static constexpr Hypothesis hypothesis = kLibm;
  using Scalar = double;
  static double from(const Number& n) { return to_double(n); }
  static Number number(double x) { return from_double(x); }
};

template <>
struct Arithmetic<long double> {
  static constexpr std::string_view name = "long double";
  static constexpr Format format{std::numeric_limits<long double>::digits, -16382, 16383, 0};
  static constexpr Hypothesis hypothesis = kLibm;
  using Scalar = long double;
  static long double from(const Number& n) {
    const auto size =
        std::ldexp(static_cast<long double>(static_cast<std::uint64_t>(n.significand)), n.exponent);
    return n.negative ? -size : size;
  }
  /// A value that is not finite becomes a NaN.
  static Number number(long double x) {
    if (!std::isfinite(x)) return {Number::Kind::nan, false, 0, 0};
    int exponent = 0;
    const long double fraction = std::frexp(std::abs(x), &exponent);
    const Integer significand(static_cast<std::uint64_t>(std::ldexp(fraction, 64)));
    return make_number(x < 0, significand, exponent - 64);
  }
};

/// The number of T nearest to an exact value.
template <class T>
T to(const Rational& value) {
  return Arithmetic<T>::from(round(Arithmetic<T>::format, value));
}

/// The same for an expression.
template <class T>
T to(const Expression& value) {
  return Arithmetic<T>::from(exact::nearest(Arithmetic<T>::format, value));
}

/// Whether T holds a value exactly.
template <class T>
bool holds(const Rational& value) {
  return to_rational(round(Arithmetic<T>::format, value)) == value;
}

/// The unit roundoff 2^−p.
template <class T>
double unit() {
  return std::ldexp(1.0, -Arithmetic<T>::format.precision);
}

/// Half of the least positive number of T: the largest error by underflow of an operation.
template <class T>
double underflow() {
  return std::ldexp(1.0, Arithmetic<T>::format.emin - Arithmetic<T>::format.precision);
}

/// The least double ≥ a value; infinite beyond float64's range.
inline double upward(const Rational& value) {
  const Number rounded = round(kFloat64, value, Rounding::up);
  return rounded.finite() ? to_double(rounded) : std::numeric_limits<double>::infinity();
}

/// A double ≥ the magnitude of an expression.
inline double upward(const Expression& value) {
  if (const Rational* known = value.rational()) return upward(Rational(abs(*known)));
  return std::abs(to_double(exact::nearest(kFloat64, value))) * (1 + 0x1p-52);
}

/// Whether a magnitude is well inside the normal range of T, so that relative errors are at most u.
template <class T>
bool is_normal(double size) {
  return size >= std::ldexp(2.0, Arithmetic<T>::format.emin) &&
         size <= std::ldexp(0.5, Arithmetic<T>::format.emax) && std::isfinite(size);
}

}  // namespace sextant::recipe
