#pragma once

#include "sextant/exact/angle/sine_cosine.hpp"

namespace sextant::exact {

/// As `sine_cosine`, but with a radius of 8 units of 2⁻¹²⁶, for turns whose own radius is at most
/// 2⁶³ + 2⁸.  It is 46 bits more precise and takes twice the time.  Tables start from it
/// on targets without fused multiply-add.
///                                                        reports/derivations/turn.md, (12) to (15)
SineCosine fine_sine_cosine(const Turn& turn);

}  // namespace sextant::exact
