#pragma once

#include "sextant/exact/angle/ball.hpp"
#include "sextant/exact/angle/turn.hpp"

namespace sextant::exact {

struct SineCosine {
  Ball sine, cosine;
};

/// The sine and cosine of a turn, in 128-bit integers.  The radius is 2⁻⁷⁷ at most, and near the
/// zeros of either function 2⁻⁷⁶ of its value at most, as far as the turn itself is that good.
///                                            reports/derivations/turn.md, (1) to (10)
SineCosine sine_cosine(const Turn& turn);

}  // namespace sextant::exact
