#pragma once

#include <vector>

#include "sextant/encoding/bias/chart.hpp"

namespace sextant::recipe {

/// What a context adds to the relative error of a frequency, in arithmetic of unit roundoff u.
///                                                                    recipes.md, (37) to (43)
class ContextScalingErrors {
 public:
  /// In tensors of unit roundoff u, after a host language's numbers of unit roundoff v.  The waves
  /// are settled.
  ContextScalingErrors(const Waves& waves, double u, double v);

  /// Of a pair whose frequency before the context is off by `eta`, relatively; infinite where a
  /// rounding may put it into another band.
  double operator()(int pair, double eta) const;

  /// |e| of the geometric frequency base^−e, from above.
  double exponent(int pair) const;

 private:
  /// A weight between 0 and 1 that blends ω/f and ω: 1 beyond one end and 0 beyond the other.
  struct Weight {
    double value = 0;   ///< before it is clamped
    double error = 0;   ///< absolute
    double growth = 0;  ///< of the error with eta
  };
  Weight on_ramp(int pair, double low, double high, double slip) const;
  Weight in_bands(double turns) const;
  double blended(const Weight& weight, double eta) const;
  double held(const Rational& value) const;

  Context context_;
  double u_, v_, multiplier_, divisor_, factor_;
  double narrowed_;               ///< what rounding the factor costs
  std::vector<double> divisors_;  ///< of longrope: what rounding each costs
  std::vector<Weight> weights_;   ///< of yarn and llama3
};

}  // namespace sextant::recipe
