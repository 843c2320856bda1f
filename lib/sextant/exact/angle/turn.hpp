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

Turn operator+(const Turn& a, const Turn& b);
Turn operator-(const Turn& a);

/// position · step; the radius grows with |position|.  If the step is off by at most one unit,
/// |position| ≤ 2⁶³ gives an error of at most 2⁻¹²⁹ turn.  A radius beyond 64 bits is not kept.
Turn operator*(Position position, const Turn& step);

}  // namespace sextant::exact
