#pragma once

#include <string_view>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/recipe/bound/exponents.hpp"
#include "sextant/recipe/bound/library_values.hpp"
#include "sextant/recipe/bound/logarithm.hpp"
#include "sextant/recipe/bound/terms.hpp"

namespace sextant::recipe {

/// Whether the logarithm is divided by d/2 before or after it is multiplied by the pair's number.
enum class LogarithmOrder : unsigned char { quotient_first, product_first };

/// Frequencies by a logarithm of Python and a quotient of tensors, here for d/2 pairs:
///
///   quotient_first  exp(i · (−(⟦ln base⟧ / ⟦d/2⟧)))      tensor2tensor's timing signal
///   product_first   exp((i · −⟦ln base⟧) / ⟦d/2⟧)        diffusers' timesteps
///
/// The angle is position · frequency.                                    recipes.md, §log-timescale
template <class T, LogarithmOrder order>
class TimescaleRule {
  using Scalar = typename Arithmetic<T>::Scalar;

 public:
  static constexpr std::string_view name =
      order == LogarithmOrder::quotient_first ? "log-timescale" : "exp-of-quotient";
  static constexpr bool sound = true;

  explicit TimescaleRule(const Waves& waves,
                         const Hypothesis& hypothesis = Arithmetic<T>::hypothesis)
      : exponents_({waves.geometric.base, 1, waves.geometric.divisor / waves.geometric.multiplier},
                   hypothesis),
        scalars_(host_exponents<T>(waves.geometric, hypothesis)),
        logarithm_(logarithm()) {}

  T factor(int pair) const {
    using std::exp;
    return exp(argument(pair, logarithm_));
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
      for (const T& y : exp_values<T>(argument(pair, l), exponents_.hypothesis().exp))
        found.push_back(y);
    }
    return found;
  }

 private:
  Scalar logarithm() const {
    using std::log;
    return log(scalars_.base);
  }
  T argument(int pair, const Scalar& logarithm) const {
    const T l = static_cast<T>(logarithm);
    if constexpr (order == LogarithmOrder::quotient_first)
      return exponents_.index(pair) * T(-T(l / exponents_.divisor));
    else
      return T(exponents_.index(pair) * T(-l)) / exponents_.divisor;
  }

  Exponents<T> exponents_;
  Exponents<Scalar> scalars_;
  Scalar logarithm_;
};

template <class T>
using LogTimescale = TimescaleRule<T, LogarithmOrder::quotient_first>;
template <class T>
using ExpOfQuotient = TimescaleRule<T, LogarithmOrder::product_first>;

}  // namespace sextant::recipe
