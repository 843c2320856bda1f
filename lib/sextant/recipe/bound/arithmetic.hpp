#pragma once

#include <cmath>
#include <limits>
#include <string_view>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include "sextant/encoding/position/position.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/number/real.hpp"
#include "sextant/number/round.hpp"
#include "sextant/number/soft.hpp"

#ifdef __FAST_MATH__
#error "A bound is a theorem about one sequence of roundings: compile recipes without -ffast-math."
#endif

namespace sextant::recipe {

/// What a recipe assumes of the library functions that it calls: errors in ulps of the true result
/// at the argument given; and where a library loses with a growing argument, in units of u times
/// that: of |angle| for sine and cosine, of |x| for exp x, of |y·ln x| for pow(x, y).
struct Hypothesis {
  double exp = 1, pow = 1, log = 1, trig = 1;
  double trig_absolute = 0;  ///< of sine and cosine, besides their ulps
  double reduction = 0, exp_argument = 0, pow_argument = 0;
  std::string_view text;
};

inline constexpr Hypothesis kLibm{
    .text =
        "exp, pow, log, sin and cos within 1 ulp (glibc manual, Errors in Math Functions; SLEEF "
        "u10)"};
inline constexpr Hypothesis kCorrectlyRounded{.exp = 0.5,
                                              .pow = 0.5,
                                              .log = 0.5,
                                              .trig = 0.5,
                                              .text = "every function correctly rounded (MPFR)"};

using CppBinFloat50 = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>,
                                                    boost::multiprecision::et_off>;
using MpfrFloat50 = Real<50>;
using Binary128 = Soft<113>;

/// What the recipes need to know of a number type: its precision, its hypothesis, and correctly
/// rounded conversion of exact values.  `Scalar` is the type in which a program in T forms
/// constants of the host language before they meet a tensor of T: Python's double, or T if that is
/// wider.
template <class T>
struct Arithmetic;

template <>
struct Arithmetic<float> {
  static constexpr std::string_view name = "float32";
  static constexpr Format format = kFloat32;
  static constexpr Hypothesis hypothesis = kLibm;
  using Scalar = double;
  static float from(const Number& n) { return static_cast<float>(to_double(n)); }
};

template <>
struct Arithmetic<double> {
  static constexpr std::string_view name = "float64";
  static constexpr Format format = kFloat64;
  static constexpr Hypothesis hypothesis = kLibm;
  using Scalar = double;
  static double from(const Number& n) { return to_double(n); }
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
};

template <>
struct Arithmetic<Binary128> {
  static constexpr std::string_view name = "binary128";
  static constexpr Format format = kBinary128;
  static constexpr Hypothesis hypothesis = kCorrectlyRounded;
  using Scalar = Binary128;
  static Binary128 from(const Number& n) { return Binary128::from(n); }
};

/// A wide type of Boost.Multiprecision, from a Number that it can hold: exact.
template <class T>
T assemble(const Number& n) {
  T size = 0;
  for (unsigned limb = n.zero() ? 0 : static_cast<unsigned>(msb(n.significand)) / 32 + 1;
       limb-- > 0;) {
    const Integer part = (n.significand >> (32 * limb)) & Integer(~std::uint32_t{0});
    size = ldexp(size, 32) + T(static_cast<std::uint32_t>(part));
  }
  size = ldexp(size, n.exponent);
  return n.negative ? T(-size) : size;
}

/// Boost 1.74 reduces arguments with constants at working precision, so that its functions lose
/// with the size of their argument, and pow(x, y) is exp(y·log x).  Measured, not documented: the
/// property that pins these figures is BoostLosesWithTheArgument.
template <>
struct Arithmetic<CppBinFloat50> {
  static constexpr std::string_view name = "cpp_bin_float_50";
  static constexpr Format format{std::numeric_limits<CppBinFloat50>::digits, -(1 << 28), 1 << 28,
                                 0};
  static constexpr Hypothesis hypothesis{.exp = 4,
                                         .pow = 16,
                                         .log = 16,
                                         .trig = 16,
                                         .reduction = 16,
                                         .exp_argument = 4,
                                         .pow_argument = 32,
                                         .text =
                                             "functions that lose with the size of their "
                                             "argument (recorded for Boost 1.74)"};
  using Scalar = CppBinFloat50;
  static CppBinFloat50 from(const Number& n) { return assemble<CppBinFloat50>(n); }
};

template <>
struct Arithmetic<MpfrFloat50> {
  static constexpr std::string_view name = "mpfr_float_50";
  static constexpr Format format{std::numeric_limits<MpfrFloat50>::digits, -(1 << 28), 1 << 28, 0};
  static constexpr Hypothesis hypothesis = kCorrectlyRounded;
  using Scalar = MpfrFloat50;
  static MpfrFloat50 from(const Number& n) { return assemble<MpfrFloat50>(n); }
};

/// The number of T nearest to an exact value.
template <class T>
T to(const Rational& value) {
  return Arithmetic<T>::from(round(Arithmetic<T>::format, value));
}

/// The same of an expression.
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

/// Half of the least positive number of T: what an operation may lose by underflow.
template <class T>
double underflow() {
  return std::ldexp(1.0, Arithmetic<T>::format.emin - Arithmetic<T>::format.precision);
}

/// A double not below a value; infinite beyond float64's range.
inline double upward(const Rational& value) {
  const Number rounded = round(kFloat64, value, Rounding::up);
  return rounded.finite() ? to_double(rounded) : std::numeric_limits<double>::infinity();
}

/// A double not below the size of an expression.
inline double upward(const Expression& value) {
  if (const Rational* known = value.rational()) return upward(Rational(abs(*known)));
  return std::abs(to_double(exact::nearest(kFloat64, value))) * (1 + 0x1p-52);
}

/// Whether a size lies well inside the normal range of T, so that relative errors are at most u.
template <class T>
bool is_normal(double size) {
  return size >= std::ldexp(2.0, Arithmetic<T>::format.emin) &&
         size <= std::ldexp(0.5, Arithmetic<T>::format.emax) && std::isfinite(size);
}

}  // namespace sextant::recipe
