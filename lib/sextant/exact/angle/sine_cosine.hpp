#pragma once

#include "sextant/exact/angle/ball.hpp"
#include "sextant/exact/angle/turn.hpp"

namespace sextant::exact {

struct SineCosine {
  Ball sine, cosine;
};

/// The sine and cosine of a turn, in 128-bit integers.  The radius is at most 2⁻⁷⁷.  Near a zero of
/// either function it is at most 2⁻⁷⁶ of the value, if the turn itself is that precise.
///                                                         reports/derivations/turn.md, (1) to (10)
SineCosine sine_cosine(const Turn& turn);

}  // namespace sextant::exact
