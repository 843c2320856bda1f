#pragma once

#include <cstdint>

#include "sextant/encoding/position.hpp"
#include "sextant/exact/ball.hpp"

namespace sextant::exact {

/// A fraction of a turn, modulo one, off by at most `radius` units of 2⁻¹⁹²:
/// (high·2¹²⁸ + middle·2⁶⁴ + low) · 2⁻¹⁹².  Unsigned overflow *is* reduction modulo 2π.
struct Turn {
  std::uint64_t high = 0, middle = 0, low = 0;
  std::uint64_t radius = 0;
};

Turn operator+(const Turn& a, const Turn& b);
Turn operator-(const Turn& a);

/// position · step.  With |position| ≤ 2⁶³ and a step off by a unit, the phase is off by 2⁻¹²⁹
/// turn.
Turn operator*(Position position, const Turn& step);

struct SineCosine {
  Ball sine, cosine;
};

/// The sine and cosine of a turn, in 128-bit integers.  The radius is 2⁻⁷⁶ at most, and near the
/// zeros of either function 2⁻⁷⁶ of its value, as far as the turn itself is that good.
///                                            reports/derivations/turn.md, (1) to (9)
SineCosine sine_cosine(const Turn& turn);

}  // namespace sextant::exact
