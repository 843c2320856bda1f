#pragma once

#include <optional>

#include "check/arithmetic/number.hpp"
#include "check/arithmetic/turns.hpp"

namespace sextant::check {

/// D(k) = 4·Σ sin²(πkf_i), the squared distance of two rows k apart, amplitude 1: (1) of
/// reports/derivations/checking.md.
class Distance {
 public:
  explicit Distance(Turns& turns) : turns_(&turns) {}

  /// A ball that holds D(k).
  Real at(const Integer& k, slong precision) const;

  /// Where D(k) lies beside a mark; unclear where 8192 bits do not tell, as where they are equal.
  Side beside(const Integer& k, const Fraction& mark) const;

  /// Where D(a) lies beside D(b).
  Side beside(const Integer& a, const Integer& b) const;

  /// Whether D(k) = 0, decided by the expressions: every k·f_i is an integer.
  bool vanishes(const Integer& k) const;

 private:
  Turns* turns_;
};

}  // namespace sextant::check
