#pragma once

#include "sextant/number/real.hpp"

namespace sextant {

/// The lower and the upper end of an interval as doubles, rounded outward.
template <unsigned Digits>
double double_below(const Interval<Digits>& x) {
  return mpfr_get_d(&x.backend().data()[0].left, MPFR_RNDD);
}
template <unsigned Digits>
double double_above(const Interval<Digits>& x) {
  return mpfr_get_d(&x.backend().data()[0].right, MPFR_RNDU);
}

}  // namespace sextant
