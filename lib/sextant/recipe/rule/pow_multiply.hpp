#pragma once

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/recipe/bound/exponents.hpp"
#include "sextant/recipe/bound/library_values.hpp"
#include "sextant/recipe/bound/terms.hpp"

namespace sextant::recipe {

/// angle = position · pow(base, −2i/d).                                  recipes.md, §pow-multiply
template <class T>
class PowMultiply {
 public:
  static constexpr std::string_view name = "pow-multiply";
  static constexpr bool sound = true;

  explicit PowMultiply(const Waves& waves, const Hypothesis& hypothesis = Arithmetic<T>::hypothesis)
      : exponents_(waves.geometric, hypothesis) {}

  T factor(int pair) const {
    using std::pow;
    return pow(exponents_.base, T(-exponents_.exponent(pair)));
  }
  static T angle(const T& x, const T& factor) { return x * factor; }

  void fill(int pair, AngleError& e) const {
    const double u = unit<T>();
    e.base = exponents_.base_error(pair);
    e.exponent = exponents_.exponent_error(pair);
    e.power = pair == 0 ? 0 : exponents_.pow_error(pair);
    e.product = pair == 0 ? 0 : u;
    e.vacuous = exponents_.overflows(pair);
  }

  std::vector<T> candidates(int pair) const {
    return pow_values<T>(exponents_.base, -exponents_.exponent(pair), exponents_.hypothesis().pow);
  }

 private:
  Exponents<T> exponents_;
};

}  // namespace sextant::recipe
