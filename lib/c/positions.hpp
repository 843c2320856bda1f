#pragma once

#include "sextant/c/table.h"
#include "sextant/encoding/position/position.hpp"

namespace sextant::c {

/// What positions of the caller's say, of which `read` is a copy; throws Error where one is beyond
/// 2⁶³, and Refused for both lists at once.  A list must not be empty.
Positions positions_of(const sextant_positions& read);

}  // namespace sextant::c
