#pragma once

#include <string_view>

#include "sextant/encoding/real/expression.hpp"
#include "sextant/encoding/real/rational.hpp"

namespace sextant {

/// How the frequency depends on the pair i.
///
///   d                 ω_i = base^(−2i/d)              Vaswani et al. 2017, §3.5
///   half_minus_shift  ω_i = base^(−i/(⌊d/2⌋ − shift))  tensor2tensor, fairseq, Whisper (shift 1)
///   powers            ω_i = base^i                    NeRF, with base 2
///   linear            ω_i = 1 + (1/base − 1)·i/(⌊d/2⌋ − 1)      Perceiver: from 1 to 1/base
///   given             ω_i from a list                 random Fourier features
enum class Law { d, half_minus_shift, powers, linear, given };

/// An exact frequency in radians per position:
///
///   coefficient · π^pi_power · base^exponent · factor
struct Frequency {
  Rational coefficient = 1;
  int pi_power = 0;
  Rational base = 1;
  Rational exponent = 0;
  Expression factor = 1;  ///< the effect of a context scaling
  /// The relative error allowed to programs that are given this frequency and compute it in an
  /// unknown way.  0 for every encoding.
  double slack = 0;

  bool operator==(const Frequency&) const = default;

  /// The whole product, and the product without the power of π.
  Expression expression() const { return pow(Expression::pi(), pi_power) * algebraic_part(); }
  Expression algebraic_part() const {
    return Expression(coefficient) * (pow(Expression(base), exponent) * factor);
  }

  /// Whether the frequency is written without π and without a power, as a rational number.
  bool rational() const {
    return pi_power == 0 && (base == 1 || exponent == 0) && factor.rational() != nullptr;
  }
};

/// Whether frequencies are powers of a base, are equally spaced, or come from a list.
enum class Spacing : unsigned char { powers, equal, listed };

/// The frequencies of a law as programs form them.  Pair i has base^(−(multiplier·i)/divisor); if
/// they are equally spaced, 1 + (1/base − 1)·i/divisor.
struct GeometricFrequencies {
  Rational base = 10000;
  int multiplier = 2;
  Rational divisor = 1;
  Spacing spacing = Spacing::powers;

  bool operator==(const GeometricFrequencies&) const = default;

  Frequency operator[](int pair) const {
    if (spacing == Spacing::equal)
      return {.coefficient = 1 + (1 / base - 1) * Rational(pair) / divisor};
    return {.base = base, .exponent = -Rational(multiplier * pair) / divisor};
  }
};

/// The frequencies of `law`, other than `given`, over `dim` channels.  Throws Error if the divisor
/// is not positive, if frequencies leave 2^±131072, or if those of law linear would fall.
GeometricFrequencies geometric_frequencies(Law law, const Rational& base, int dim,
                                           const Rational& shift);

}  // namespace sextant
