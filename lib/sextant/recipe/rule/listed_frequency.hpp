#pragma once

#include <string_view>
#include <vector>

#include "sextant/recipe/rule/given_frequency.hpp"

namespace sextant::recipe {

/// angle = position · ω, where ω is read from a list; or, if frequencies are equally spaced, is
/// computed by linspace(1, 1/base, n), as in PyTorch.                recipes.md, §listed-frequency
template <class T>
class ListedFrequency : public GivenFrequency<T> {
 public:
  static constexpr std::string_view name = "listed-frequency";

  explicit ListedFrequency(const Waves& waves,
                           const Hypothesis& hypothesis = Arithmetic<T>::hypothesis)
      : GivenFrequency<T>(waves),
        spaced_(waves.geometric.spacing == Spacing::equal),
        pairs_(waves.pairs()),
        division_(hypothesis.half_ulps_of_division()) {
    if (!spaced_) return;
    last_ = to<T>(Rational(1 / waves.geometric.base));
    step_ = T(last_ - T(1)) / to<T>(waves.geometric.divisor);
  }

  T factor(int pair) const {
    if (!spaced_ || pair == 0) return GivenFrequency<T>::factor(pair);
    if (pair < pairs_ / 2) return T(1) + step_ * T(pair);
    return last_ - step_ * T(pairs_ - 1 - pair);
  }

  void fill(int pair, AngleError& e) const {
    GivenFrequency<T>::fill(pair, e);
    if (!spaced_ || pair == 0) return;
    e.power = unit<T>() * (8 + division_) * (1 + 16 * unit<T>());  // (46c)
    e.product = unit<T>();
  }
  std::vector<T> candidates(int pair) const { return {factor(pair)}; }

 private:
  bool spaced_;
  int pairs_;
  double division_;  ///< error of a division, in half ulps
  T last_{}, step_{};
};

}  // namespace sextant::recipe
