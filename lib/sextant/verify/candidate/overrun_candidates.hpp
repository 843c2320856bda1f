#pragma once

#include <cstdint>
#include <optional>

#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Returns the first row from which on all rows equal the last one: seven in eight entries differ
/// by `within` at most.  Tables have such rows when positions beyond their end are clamped. nullopt
/// if the last two rows differ, if the first row equals the last, if positions are listed or
/// descend, or for fewer than 3 rows.
std::optional<std::uint64_t> repeated_from(const Source& source, double within = 0);

}  // namespace sextant::verify
