#pragma once

#include "sextant/exact/angle/sine_cosine.hpp"

namespace sextant::exact {

/// As `sine_cosine`, in units of 2⁻¹²⁶ and with a radius of 8 of them, for turns whose own radius
/// is 2⁶³ + 2⁸ at most: at twice the cost, 46 bits better.  Tables start from it.
///                                            reports/derivations/turn.md, (12) to (15)
SineCosine fine_sine_cosine(const Turn& turn);

}  // namespace sextant::exact
