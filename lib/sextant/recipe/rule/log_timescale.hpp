#pragma once

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/recipe/bound/exponents.hpp"
#include "sextant/recipe/bound/library_values.hpp"
#include "sextant/recipe/bound/logarithm.hpp"
#include "sextant/recipe/bound/terms.hpp"

namespace sextant::recipe {

/// Tensor2tensor's timing signal, with ln in Python and the divisor a tensor:
///
///   increment = ⟦ln base⟧ / ⟦d/2⟧ in T, frequency = exp(i · (−increment))
///
/// The angle is position · frequency.                                    recipes.md, §log-timescale
template <class T>
class LogTimescale {
  using Scalar = typename Arithmetic<T>::Scalar;

 public:
  static constexpr std::string_view name = "log-timescale";
  static constexpr bool sound = true;

  explicit LogTimescale(const Waves& waves,
                        const Hypothesis& hypothesis = Arithmetic<T>::hypothesis)
      : exponents_({waves.geometric.base, 1, waves.geometric.divisor / waves.geometric.multiplier},
                   hypothesis),
        scalars_(host_exponents<T>(waves.geometric, hypothesis)),
        increment_(increment(logarithm())) {}

  T factor(int pair) const {
    using std::exp;
    return exp(T(exponents_.index(pair) * T(-increment_)));
  }
  static T angle(const T& x, const T& factor) { return x * factor; }

  /// The quotient is computed in T.                                          recipes.md, (24), (25)
  void fill(int pair, AngleError& e) const {
    e.vacuous = exponents_.power_overflows(pair) || scalars_.base_overflows();
    if (pair != 0) fill_by_logarithm(exponents_, scalars_, exponents_.quotient_error(), pair, e);
  }

  std::vector<T> candidates(int pair) const {
    std::vector<T> found;
    for (const Scalar& l : log_values<Scalar>(scalars_.base, scalars_.hypothesis().log)) {
      const T argument = exponents_.index(pair) * T(-increment(l));
      for (const T& y : exp_values<T>(argument, exponents_.hypothesis().exp)) found.push_back(y);
    }
    return found;
  }

 private:
  Scalar logarithm() const {
    using std::log;
    return log(scalars_.base);
  }
  T increment(const Scalar& logarithm) const {
    return static_cast<T>(logarithm) / exponents_.divisor;
  }

  Exponents<T> exponents_;
  Exponents<Scalar> scalars_;
  T increment_;
};

}  // namespace sextant::recipe
