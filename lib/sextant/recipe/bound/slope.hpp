#pragma once

#include <cmath>
#include <string_view>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"

namespace sextant::recipe {

/// A slope as programs compute it: a power of 2^(−step), which the paper calls start.
struct SlopeExponent {
  Rational step;
  int power = 0;

  /// The slope of a head, as a power for a power-of-two number of heads or for twice as many.
  /// Throws Error if it is not one of ALiBi's slopes.
  static SlopeExponent of(const Waves& waves, int head) {
    const GeometricFrequencies& geometric = waves.geometric;
    SlopeExponent exponent{1 / geometric.divisor, 0};
    Rational power = geometric.divisor;
    power *= waves.frequencies[static_cast<std::size_t>(head)].exponent;
    if (!is_integer(power)) {
      exponent.step /= 2;
      power *= 2;
    }
    if (!is_integer(power)) throw Error("these slopes are none of ALiBi's");
    exponent.power = -static_cast<int>(numerator(power));
    return exponent;
  }
};

/// A slope in T, and an upper bound of its relative error.
template <class T>
struct Slope {
  T value{};
  double error = 0;
};

/// 2^(−step) as Python's pow computes it, and its relative error. bias.md, (2)
inline Slope<double> start_of(const SlopeExponent& exponent) {
  const double u = unit<double>();
  const double given = holds<double>(exponent.step) ? 0 : u;
  const double argument = upward(exponent.step) * given * 0x1.62e42fefa39fp-1 * (1 + 0x1p-40);
  return {std::pow(2.0, -to<double>(exponent.step)),
          (std::expm1(argument) + 2 * u * kLibm.pow * std::exp(argument)) * (1 + 0x1p-40)};
}

/// An upper bound of (1 + a)^n·(1 + b) − 1.
inline double grown(double a, int n, double b) {
  return std::expm1((n * std::log1p(a) + std::log1p(b)) * (1 + 0x1p-40)) * (1 + 0x1p-40);
}

/// start·ratioⁱ with ratio = start, in Python's doubles, then in T: the paper's own code.
///                                                                                bias.md, (3)
template <class T>
struct SlopePowers {
  static constexpr std::string_view name = "slope-powers";

  static Slope<T> of(const SlopeExponent& exponent, const Hypothesis&) {
    if (exponent.power == 0) return {T(1), 0};
    const Slope<double> start = start_of(exponent);
    const double power = std::pow(start.value, static_cast<double>(exponent.power - 1));
    const double u = unit<double>();
    const double steps = grown(2 * u * kLibm.pow, 1, u);
    const double narrowed = std::is_same_v<T, double> ? 0 : unit<T>();
    return {static_cast<T>(start.value * power),
            grown(start.error, exponent.power, grown(steps, 1, narrowed))};
  }
};

/// pow(start, i + 1) in T, with start in T: BLOOM, Falcon. bias.md, (4)
template <class T>
struct SlopePow {
  static constexpr std::string_view name = "slope-pow";

  static Slope<T> of(const SlopeExponent& exponent, const Hypothesis& hypothesis) {
    const Slope<double> start = start_of(exponent);
    const double narrowed = std::is_same_v<T, double> ? 0 : unit<T>();
    const T base = static_cast<T>(start.value);
    return {T(std::pow(base, static_cast<T>(exponent.power))),
            grown(grown(start.error, 1, narrowed), exponent.power, 2 * unit<T>() * hypothesis.pow)};
  }
};

/// 1/pow(2, (i + 1)·(max/n)), all in T: MPT.                                       bias.md, (5)
template <class T>
struct SlopeReciprocal {
  static constexpr std::string_view name = "slope-reciprocal";

  static Slope<T> of(const SlopeExponent& exponent, const Hypothesis& hypothesis) {
    const double u = unit<T>();
    const T power = static_cast<T>(exponent.power) * to<T>(exponent.step);
    const bool exact =
        holds<T>(exponent.step) && holds<T>(Rational(exponent.step * exponent.power));
    const double argument = exact ? 0
                                  : upward(Rational(exponent.step * abs(exponent.power))) *
                                        (2 * u + u * u) * 0x1.62e43p-1;
    const double pow_error = grown(std::expm1(argument), 1, 2 * u * hypothesis.pow);
    return {T(1) / T(std::pow(T(2), power)), grown(pow_error / (1 - pow_error), 1, u)};
  }
};

}  // namespace sextant::recipe
