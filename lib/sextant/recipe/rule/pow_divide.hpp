#pragma once

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/recipe/bound/exponents.hpp"
#include "sextant/recipe/bound/library_values.hpp"
#include "sextant/recipe/bound/terms.hpp"

namespace sextant::recipe {

/// angle = position / pow(base, 2i/d): the formula as the paper prints it, and as NumPy code (XLM,
/// DistilBERT) writes it.                                                  recipes.md, §pow-divide
template <class T>
class PowDivide {
 public:
  static constexpr std::string_view name = "pow-divide";
  static constexpr bool sound = true;
  static constexpr bool divides = true;

  explicit PowDivide(const Waves& waves, const Hypothesis& hypothesis = Arithmetic<T>::hypothesis)
      : exponents_(waves.geometric, hypothesis) {}

  /// The divisor ⟦b̂^ê⟧.
  T factor(int pair) const {
    using std::pow;
    return pow(exponents_.base, exponents_.exponent(pair));
  }
  static T angle(const T& x, const T& factor) { return x / factor; }

  /// The relative error of dividing by D(1 + δ) instead of D is |δ|/(1 − |δ|) ≤ |δ|(1 + 2|δ|).
  ///                                                                               recipes.md, (20)
  void fill(int pair, AngleError& e) const {
    const double u = unit<T>();
    e.base = exponents_.base_error(pair);
    e.exponent = exponents_.exponent_error(pair);
    const double power = exponents_.pow_error(pair);
    e.power = pair == 0 ? 0 : power * (1 + 2 * power);
    const Hypothesis& h = exponents_.hypothesis();
    e.product = pair == 0 && h.divides_exactly() ? 0 : u * h.half_ulps_of_division();
    e.vacuous = exponents_.overflows(pair);
  }

  std::vector<T> candidates(int pair) const {
    return pow_values<T>(exponents_.base, exponents_.exponent(pair), exponents_.hypothesis().pow);
  }

 private:
  Exponents<T> exponents_;
};

}  // namespace sextant::recipe
