#pragma once

#include "sextant/exact/angle/ball.hpp"
#include "sextant/exact/reference.hpp"
#include "sextant/number/real.hpp"

namespace sextant::exact {

/// A ball as an interval: mid ± radius, times the power of two.
template <class I>
I enclosed(const Ball& ball) {
  const I mid = enclose<I>(Integer(ball.mid)), radius = enclose<I>(Integer(ball.radius));
  return ldexp(I(hull(I(mid - radius), I(mid + radius))), ball.exponent);
}

/// An enclosure of the slow oracle as an interval: the hull of its ends.
template <class I>
I enclosed(const Enclosure& ends) {
  return hull(enclose<I>(to_rational(ends.lower)), enclose<I>(to_rational(ends.upper)));
}

}  // namespace sextant::exact
