#pragma once

#include <cstdint>

#include "sextant/encoding/position/position.hpp"
#include "sextant/exact/angle/ball.hpp"

namespace sextant::exact {

/// A fraction of a turn, modulo one, with an error of at most `radius` units of 2⁻¹⁹²:
///
///   (high·2¹²⁸ + middle·2⁶⁴ + low) · 2⁻¹⁹²
///
/// Unsigned overflow is reduction modulo one turn.
struct Turn {
  std::uint64_t high = 0, middle = 0, low = 0;
  std::uint64_t radius = 0;
};

inline Turn operator+(const Turn& a, const Turn& b) {
  Turn sum;
  Bits carry = Bits{a.low} + b.low;
  sum.low = static_cast<std::uint64_t>(carry);
  carry = (carry >> 64) + a.middle + b.middle;
  sum.middle = static_cast<std::uint64_t>(carry);
  sum.high = a.high + b.high + static_cast<std::uint64_t>(carry >> 64);
  sum.radius = a.radius + b.radius;
  return sum;
}

inline Turn operator-(const Turn& a) {
  const Turn one{0, 0, 1, 0};
  Turn negated = Turn{~a.high, ~a.middle, ~a.low, 0} + one;
  negated.radius = a.radius;
  return negated;
}

/// position · step; the radius grows with |position|.  If the step is off by at most one unit,
/// |position| ≤ 2⁶³ gives an error of at most 2⁻¹²⁹ turn.  A radius beyond 64 bits is not kept.
inline Turn operator*(Position position, const Turn& step) {
  const std::uint64_t p = magnitude(position);
  const Bits low = Bits{p} * step.low;
  const Bits middle = Bits{p} * step.middle + static_cast<std::uint64_t>(low >> 64);
  const Turn product{p * step.high + static_cast<std::uint64_t>(middle >> 64),
                     static_cast<std::uint64_t>(middle), static_cast<std::uint64_t>(low),
                     p * step.radius};
  return position < 0 ? -product : product;
}

}  // namespace sextant::exact
