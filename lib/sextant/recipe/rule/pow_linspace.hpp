#pragma once

#include <algorithm>
#include <cmath>

#include "sextant/recipe/bound/exponents.hpp"
#include "sextant/recipe/bound/library_values.hpp"
#include "sextant/recipe/bound/terms.hpp"

namespace sextant::recipe {

/// inv_freq = 1 / pow(base, linspace(0, last, n)), angle = position · inv_freq: RetNet and
/// LTX-Video, in PyTorch.                                             recipes.md, §pow-linspace
template <class T>
class PowLinspace {
 public:
  static constexpr std::string_view name = "pow-linspace";
  static constexpr bool sound = true;
  static constexpr bool inverts = true;

  explicit PowLinspace(const Waves& waves, const Hypothesis& hypothesis = Arithmetic<T>::hypothesis)
      : exponents_(waves.geometric, hypothesis),
        last_pair_(std::max(1, waves.pairs() - 1)),
        last_(exponents_.exponent(last_pair_)),
        step_(last_ / T(last_pair_)),
        division_(unit<T>() * hypothesis.half_ulps_of_division()) {}

  /// The divisor; some context scalings compute the frequency from it in their own way.
  T factor(int pair) const {
    using std::pow;
    return pow(exponents_.base, exponent(pair));
  }
  static T angle(const T& x, const T& factor) { return x * factor; }

  void fill(int pair, AngleError& e) const {
    e.base = exponents_.base_error(pair);
    e.exponent = std::expm1(exponent_error(pair) * exponents_.log_base() * (1 + 8 * unit<T>()));
    const double power = exponents_.pow_error(pair);
    e.power = pair == 0 ? 0 : power * (1 + 2 * power);
    if (pair > 0 || division_ > unit<T>()) e.power += division_;
    e.product = pair == 0 && exponents_.hypothesis().divides_exactly() ? 0 : unit<T>();
    e.vacuous = exponents_.overflows(pair);
  }

  std::vector<T> candidates(int pair) const {
    return pow_values<T>(exponents_.base, exponent(pair), exponents_.hypothesis().pow);
  }

 private:
  bool from_the_end(int pair) const { return pair > 0 && 2 * pair > last_pair_; }

  /// The exponent as PyTorch computes it: in the second half from the end.
  T exponent(int pair) const {
    if (!from_the_end(pair)) return step_ * T(pair);
    return last_ - step_ * T(last_pair_ - pair);
  }

  /// A bound of the exponent's absolute error, also for vector units, which sum in two parts.
  ///                                                                                 (46a), (46b)
  double exponent_error(int pair) const {
    const double u = unit<T>();
    const double ends = exponents_.quotient_error();
    const double size = exponents_.size(pair);
    const double last = exponents_.size(last_pair_);
    const double steps = ends + division_ + u;
    if (!from_the_end(pair)) return size * (steps + 2 * u);
    return last * (ends + 2 * u) + (last - size) * steps + u * size;
  }

  Exponents<T> exponents_;
  int last_pair_;
  T last_, step_;
  double division_;  ///< relative error of a division
};

}  // namespace sextant::recipe
