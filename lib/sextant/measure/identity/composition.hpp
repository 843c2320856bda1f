#pragma once

#include <cstdint>

#include "sextant/measure/identity/part.hpp"

namespace sextant::measure {

/// A step's rotation R̂ = R + E, |E| ≤ |(e_s, e_c)|, composed with itself n times in the arithmetic
/// of a format:
///
///   (s, c) ← (s·ĉ + c·ŝ, c·ĉ − s·ŝ)
///
/// The error against R(n) = Rⁿ is the sum of two parts.
class Composition {
 public:
  Composition(double s, double c, double es, double ec, const Format& format);

  void advance();  ///< composes once more
  std::uint64_t count() const { return count_; }

  /// R̂ⁿ against Rⁿ, the true sine and cosine of n steps.                       invariance.md, (12)
  DefectPart entries(long double sine, long double cosine) const;
  /// The computed rotation against R̂ⁿ.                                         invariance.md, (13)
  DefectPart roundings() const;

 private:
  double component(double a, double b, double x, double y, double& bound) const;

  Format format_;
  double s_, c_, radius_;
  double ns_, nc_;                 ///< computed
  long double exact_s_, exact_c_;  ///< R̂ⁿ
  double bound_ = 0;
  std::uint64_t count_ = 1;
};

}  // namespace sextant::measure
