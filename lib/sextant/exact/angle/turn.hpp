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

struct SineCosine {
  Ball sine, cosine;
};

/// The sine and cosine of a turn, in 128-bit integers.  The radius is 2⁻⁷⁷ at most, and near the
/// zeros of either function 2⁻⁷⁶ of its value at most, as far as the turn itself is that good.
///                                            reports/derivations/turn.md, (1) to (10)
SineCosine sine_cosine(const Turn& turn);

}  // namespace sextant::exact
