#pragma once

#include "sextant/c/table.h"
#include "sextant/encoding/position/position.hpp"

namespace sextant::c {

/// The caller's positions; `read` is a copy of their struct.  Throws Error if a position exceeds
/// 2⁶³ or a list is empty, and Refused if both lists are given.
Positions positions_of(const sextant_positions& read);

}  // namespace sextant::c
