#pragma once

#include "sextant/encoding/bias/chart.hpp"

namespace sextant::verify {

/// The scale of xPos, in doubles, by which sines and cosines of a pair are multiplied at a
/// position.  1 if the waves have none.  For sizes and estimates only: it proves nothing.
double approximate_scale(const Waves& waves, Position position, int pair);

/// Whether the scale of xPos at a position is far from the exponents that have no value (xpos.hpp).
/// True if the waves have none.
bool has_scale(const Waves& waves, Position position);

}  // namespace sextant::verify
