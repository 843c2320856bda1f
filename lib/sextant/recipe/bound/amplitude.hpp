#pragma once

#include <cmath>

#include "sextant/recipe/bound/arithmetic.hpp"
#include "sextant/recipe/bound/terms.hpp"

namespace sextant::recipe {

/// The amplitude of a value, as a program in T applies it.  If it is 1, the program does not
/// multiply. recipes.md, (14), (15)
template <class T>
class Amplitude {
 public:
  explicit Amplitude(const Waves& waves, const Hypothesis& hypothesis = Arithmetic<T>::hypothesis)
      : hypothesis_(hypothesis),
        applied_(waves.amplitude != 1),
        factor_(to<T>(waves.amplitude)),
        size_(upward(waves.amplitude)) {
    const double u = unit<T>();
    if (!applied_ || waves.amplitude == 0) return;
    const Context& c = waves.context;
    const bool computed = (c.scaling == Scaling::yarn || c.scaling == Scaling::longrope) &&
                          !(c.attention_factor && c.convention == Convention::transformers);
    const Rational* known = computed ? nullptr : waves.amplitude.rational();
    // The program's own logarithms and roots err before the factor is rounded to T.
    const double made = known ? 0 : 16 * unit<typename Arithmetic<T>::Scalar>();
    error_ = known && holds<T>(*known) ? u : (2 * u + made) * (1 + u + made);
    normal_ = is_normal<T>(size_);
  }

  T operator()(const T& value) const { return applied_ ? T(value * factor_) : value; }

  Finish finish(const Format& store) const {
    return {.unit = unit<T>(),
            .hypothesis = hypothesis_,
            .amplitude = size_,
            .amplify = error_,
            .normal = normal_,
            .compute = Arithmetic<T>::format,
            .store = store};
  }

 private:
  Hypothesis hypothesis_;
  bool applied_, normal_ = true;
  T factor_;
  double size_;
  double error_ = 0;
};

}  // namespace sextant::recipe
