#pragma once

#include <cmath>
#include <string_view>
#include <vector>

#include "sextant/recipe/rule/given_frequency.hpp"
#include "sextant/recipe/rule/pow_linspace.hpp"

namespace sextant::recipe {

/// angle = position · ω, with ω computed in float64 as in pow-linspace, then rounded to T (LTX-2).
///                                                                recipes.md, §float64-frequency
template <class T>
class Float64Frequency : public GivenFrequency<T> {
 public:
  static constexpr std::string_view name = "float64-frequency";

  explicit Float64Frequency(const Waves& waves,
                            const Hypothesis& hypothesis = Arithmetic<T>::hypothesis)
      : GivenFrequency<T>(waves, hypothesis), in_float64_(waves) {}

  void fill(int pair, AngleError& e) const {
    GivenFrequency<T>::fill(pair, e);
    AngleError wide;
    in_float64_.fill(pair, wide);
    e.vacuous |= wide.vacuous;
    if (e.power == 0) return;
    const double before = std::expm1(wide.base + wide.exponent + wide.power) * (1 + 0x1p-40);
    e.power += before * (1 + unit<T>());  // (46d)
  }

 private:
  PowLinspace<double> in_float64_;
};

}  // namespace sextant::recipe
