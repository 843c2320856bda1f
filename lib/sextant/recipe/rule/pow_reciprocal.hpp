#pragma once

#include "sextant/recipe/rule/pow_divide.hpp"

namespace sextant::recipe {

/// inv_freq = 1 / pow(base, 2i/d), angle = position · inv_freq: Llama and its relatives in Hugging
/// Face Transformers.                                               recipes.md, §pow-reciprocal
template <class T>
class PowReciprocal {
 public:
  static constexpr std::string_view name = "pow-reciprocal";
  static constexpr bool sound = true;
  static constexpr bool inverts = true;

  explicit PowReciprocal(const Waves& waves,
                         const Hypothesis& hypothesis = Arithmetic<T>::hypothesis)
      : divisor_(waves, hypothesis), reciprocal_(unit<T>() * hypothesis.half_ulps_of_division()) {}

  /// The divisor; some context scalings compute the frequency from it in their own way.
  T factor(int pair) const { return divisor_.factor(pair); }
  static T angle(const T& x, const T& factor) { return x * factor; }

  void fill(int pair, AngleError& e) const {
    divisor_.fill(pair, e);
    if (pair > 0 || reciprocal_ > unit<T>()) e.power += reciprocal_;
  }

  std::vector<T> candidates(int pair) const { return divisor_.candidates(pair); }

 private:
  PowDivide<T> divisor_;
  double reciprocal_;  ///< its relative error
};

}  // namespace sextant::recipe
