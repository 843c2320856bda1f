#pragma once

#include <optional>

#include "certificate/arithmetic/number.hpp"
#include "certificate/arithmetic/turns.hpp"

namespace sextant::certificate {

/// The squared distance of two rows at offset k, with amplitude 1:
///
///   D(k) = 4·Σ sin²(πkf_i)
///
///                                                             reports/derivations/checking.md, (1)
class Distance {
 public:
  explicit Distance(Turns& turns) : turns_(&turns) {}

  /// A ball that contains D(k).
  Real at(const Integer& k, slong precision) const;

  /// The side of a mark on which D(k) lies; unclear if 8192 bits do not decide, for example if
  /// equal.
  Side beside(const Integer& k, const Fraction& mark) const;

  /// The side of D(b) on which D(a) lies.
  Side beside(const Integer& a, const Integer& b) const;

  /// Whether D(k) = 0, decided by the expressions: every k·f_i is an integer.
  bool vanishes(const Integer& k) const;

 private:
  Turns* turns_;
};

}  // namespace sextant::certificate
