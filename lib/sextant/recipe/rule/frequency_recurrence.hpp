#pragma once

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/recipe/bound/exponents.hpp"
#include "sextant/recipe/bound/terms.hpp"

namespace sextant::recipe {

/// As in llama.cpp's CPU code, which steps from pair to pair:
///
///   ω_0 = 1, ω_(i+1) = ω_i · r with r = pow(base, −2/d)
///
/// Unsound: the error grows with i.                               recipes.md, §frequency-recurrence
template <class T>
class FrequencyRecurrence {
 public:
  static constexpr std::string_view name = "frequency-recurrence";
  static constexpr bool sound = false;

  explicit FrequencyRecurrence(const Waves& waves,
                               const Hypothesis& hypothesis = Arithmetic<T>::hypothesis)
      : exponents_(waves.geometric, hypothesis) {
    using std::pow;
    const T ratio = pow(exponents_.base, T(-exponents_.exponent(1)));
    for (int i = 0; i < waves.pairs(); ++i)
      factors_.push_back(i == 0 ? T(1) : T(factors_.back() * ratio));
  }

  T factor(int pair) const { return factors_[static_cast<std::size_t>(pair)]; }
  static T angle(const T& x, const T& factor) { return x * factor; }

  /// i times the relative error of r, and one rounding a step, except for the first, a
  /// multiplication by 1.                                                          recipes.md, (27)
  void fill(int pair, AngleError& e) const {
    const double u = unit<T>();
    e.base = pair * exponents_.base_error(1);
    e.exponent = pair * exponents_.exponent_error(1);
    e.power = pair == 0 ? 0 : pair * exponents_.pow_error(1) + (pair - 1) * u;
    e.product = pair == 0 ? 0 : u;
    e.vacuous = exponents_.overflows(pair);
  }

  std::vector<T> candidates(int) const { return {}; }

 private:
  Exponents<T> exponents_;
  std::vector<T> factors_;
};

}  // namespace sextant::recipe
