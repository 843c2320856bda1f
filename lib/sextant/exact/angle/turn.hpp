#pragma once

#include <cstdint>

#include "sextant/encoding/position/position.hpp"
#include "sextant/exact/angle/ball.hpp"

namespace sextant::exact {

/// A fraction of a turn, modulo one, off by at most `radius` units of 2⁻¹⁹²:
/// (high·2¹²⁸ + middle·2⁶⁴ + low) · 2⁻¹⁹².  Unsigned overflow *is* reduction modulo 2π.
struct Turn {
  std::uint64_t high = 0, middle = 0, low = 0;
  std::uint64_t radius = 0;
};

Turn operator+(const Turn& a, const Turn& b);
Turn operator-(const Turn& a);

/// position · step, the radius growing with |position|.  Where the step is off by a unit at most,
/// |position| ≤ 2⁶³ leaves the phase off by 2⁻¹²⁹ turn; a radius beyond 64 bits is not kept.
Turn operator*(Position position, const Turn& step);

}  // namespace sextant::exact
