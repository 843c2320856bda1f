#pragma once

#include <vector>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/recipe/bound/hypothesis.hpp"

namespace sextant::recipe {

/// The relative error that a context scaling adds to a frequency. recipes.md, (37) to (43), (54)
class ContextScalingErrors {
 public:
  /// For tensors of unit roundoff u, whose functions have the errors of `library`, and numbers of
  /// the host language of unit roundoff v.  The waves must be settled.
  ContextScalingErrors(const Waves& waves, double u, double v, const Hypothesis& library = kLibm);

  /// The added error of a pair whose frequency before scaling has the relative error `eta`;
  /// infinite if a rounding may move it into another band.
  double operator()(int pair, double eta) const;

  /// An upper bound of |e| for the geometric frequency base^−e.
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
  double mixed(int pair, const Hypothesis& library) const;
  double blended(const Weight& weight, double eta) const;
  double held(const Rational& value) const;

  Context context_;
  double u_, v_, multiplier_, divisor_, factor_;
  double narrowed_;               ///< relative error of rounding the factor
  std::vector<double> divisors_;  ///< for longrope and ntk_mixed: relative error of each
  std::vector<Weight> weights_;   ///< for yarn and llama3
};

}  // namespace sextant::recipe
