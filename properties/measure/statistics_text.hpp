#pragma once

#include <optional>
#include <string>

#include "measure/damaged_tables.hpp"
#include "sextant/measure/entry/error_statistics.hpp"

namespace sextant {

/// Everything that the statistics say, to the bit.
std::string text(const measure::ErrorStatistics& statistics);

/// A table's statistics by the meter, entry by entry, and by vectors where those can.
measure::ErrorStatistics one_by_one(const Subject& subject);
std::optional<measure::ErrorStatistics> by_vectors(const Subject& subject);

}  // namespace sextant
