#pragma once

#include <optional>
#include <string>

#include "measure/damaged_tables.hpp"
#include "sextant/measure/entry/error_statistics.hpp"

namespace sextant {

/// All members of the statistics, to the bit.
std::string text(const measure::ErrorStatistics& statistics);

/// A table's statistics: entry by entry, and by the vector prefilter if possible.
measure::ErrorStatistics one_by_one(const Subject& subject);
std::optional<measure::ErrorStatistics> by_vectors(const Subject& subject);

}  // namespace sextant
