#pragma once

#include <span>

#include "sextant/encoding/position.hpp"

namespace sextant {

/// Numbers as the positions that they are, exactly: integers, counted in parts of a power of two.
/// Throws Error, of which "it has" is the subject, for one that is not finite, and for numbers that
/// reach beyond 2⁶³ counted in the smallest's last place.
Positions listed_positions(std::span<const double> numbers);

}  // namespace sextant
