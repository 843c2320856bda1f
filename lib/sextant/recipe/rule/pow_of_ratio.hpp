#pragma once

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/recipe/bound/exponents.hpp"
#include "sextant/recipe/bound/terms.hpp"

namespace sextant::recipe {

/// angle = position · pow(r, i) with r = pow(base, −2/d): llama.cpp's CUDA kernels.
/// Unsound: i multiplies the error of r.                            recipes.md, §pow-of-ratio
template <class T>
class PowOfRatio {
 public:
  static constexpr std::string_view name = "pow-of-ratio";
  static constexpr bool sound = false;

  explicit PowOfRatio(const Waves& waves, const Hypothesis& hypothesis = Arithmetic<T>::hypothesis)
      : exponents_(waves.geometric, hypothesis) {
    using std::pow;
    ratio_ = pow(exponents_.base, T(-exponents_.exponent(1)));
  }

  T factor(int pair) const {
    using std::pow;
    return pow(ratio_, to<T>(Rational(pair)));
  }
  static T angle(const T& x, const T& factor) { return x * factor; }

  /// i times the relative error of r, and that of the second power.                recipes.md, (46)
  void fill(int pair, AngleError& e) const {
    e.base = pair * exponents_.base_error(1);
    e.exponent = pair * exponents_.exponent_error(1);
    e.power = pair == 0 ? 0 : pair * exponents_.pow_error(1) + exponents_.pow_error(pair);
    e.product = pair == 0 ? 0 : unit<T>();
    e.vacuous = exponents_.overflows(pair);
  }

  std::vector<T> candidates(int) const { return {}; }

 private:
  Exponents<T> exponents_;
  T ratio_;
};

}  // namespace sextant::recipe
