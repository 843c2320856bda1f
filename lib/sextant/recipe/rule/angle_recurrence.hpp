#pragma once

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/recipe/bound/exponents.hpp"
#include "sextant/recipe/bound/terms.hpp"

namespace sextant::recipe {

/// As in llama.cpp on a CPU (ggml's rope), which never computes frequencies:
///
///   θ_0 = position, θ_(i+1) = θ_i · r with r = pow(base, −2/d)
///
/// Context scaling divides angles by precomputed factors.  Unsound: the error grows with i.
///                                                                    recipes.md, §angle-recurrence
template <class T>
class AngleRecurrence {
 public:
  static constexpr std::string_view name = "angle-recurrence";
  static constexpr bool sound = false;
  static constexpr bool climbs = true;

  explicit AngleRecurrence(const Waves& waves,
                           const Hypothesis& hypothesis = Arithmetic<T>::hypothesis)
      : exponents_(waves.geometric, hypothesis) {
    using std::pow;
    ratio_ = pow(exponents_.base, T(-exponents_.exponent(1)));
  }

  /// The angle of a pair before context scaling.
  T climb(int pair, T angle) const {
    for (int i = 0; i < pair; ++i) angle = angle * ratio_;
    return angle;
  }

  T factor(int pair) const { return climb(pair, T(1)); }
  static T angle(const T& x, const T& factor) { return x * factor; }

  /// i times the relative error of r, and one rounding a step.                     recipes.md, (45)
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
  T ratio_;
};

}  // namespace sextant::recipe
