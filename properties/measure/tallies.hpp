#pragma once

#include <optional>
#include <string>

#include "measure/damaged_tables.hpp"
#include "sextant/measure/entry/worst.hpp"

namespace sextant {

/// Everything that a tally says, to the bit.
std::string text(const measure::Tally& tally);

/// A table's tally by the gauge, entry by entry, and by vectors where those can.
measure::Tally one_by_one(const Subject& subject);
std::optional<measure::Tally> by_vectors(const Subject& subject);

}  // namespace sextant
