#pragma once

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/recipe/bound/exponents.hpp"
#include "sextant/recipe/bound/library_values.hpp"
#include "sextant/recipe/bound/logarithm.hpp"
#include "sextant/recipe/bound/terms.hpp"

namespace sextant::recipe {

/// The operation order of the PyTorch tutorial:
///
///   angle = position · exp(2i · (−ln(base)/d))
///
/// The constant −ln(base)/d is computed in Python's double (or in T, if that is wider), and then
/// multiplied by a tensor of T.                                                recipes.md, §exp-log
template <class T>
class ExpLog {
  using Scalar = typename Arithmetic<T>::Scalar;

 public:
  static constexpr std::string_view name = "exp-log";
  static constexpr bool sound = true;

  explicit ExpLog(const Waves& waves, const Hypothesis& hypothesis = Arithmetic<T>::hypothesis)
      : exponents_(waves.geometric, hypothesis),
        scalars_(host_exponents<T>(waves.geometric, hypothesis)),
        constant_(narrow(constant(scalars_.base))) {}

  T factor(int pair) const {
    using std::exp;
    return exp(T(exponents_.index(pair) * constant_));
  }
  static T angle(const T& x, const T& factor) { return x * factor; }

  /// The quotient is computed in Scalar.                                     recipes.md, (22), (23)
  void fill(int pair, AngleError& e) const {
    e.vacuous = exponents_.power_overflows(pair) || scalars_.overflows(pair);
    if (pair != 0) fill_by_logarithm(exponents_, scalars_, scalars_.quotient_error(), pair, e);
  }

  std::vector<T> candidates(int pair) const {
    std::vector<T> found;
    for (const Scalar& l : log_values<Scalar>(scalars_.base, scalars_.hypothesis().log)) {
      const T argument = exponents_.index(pair) * narrow(-l / scalars_.divisor);
      for (const T& y : exp_values<T>(argument, exponents_.hypothesis().exp)) found.push_back(y);
    }
    return found;
  }

 private:
  Scalar constant(const Scalar& base) const {
    using std::log;
    return Scalar(-log(base)) / scalars_.divisor;
  }
  static T narrow(const Scalar& x) { return static_cast<T>(x); }

  Exponents<T> exponents_;
  Exponents<Scalar> scalars_;
  T constant_;
};

}  // namespace sextant::recipe
