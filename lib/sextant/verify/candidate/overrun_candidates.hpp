#pragma once

#include <cstdint>
#include <optional>

#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Returns the first row from which on all rows equal the last one.  Tables have such rows when
/// positions beyond their end are clamped.  nullopt if the last two rows differ, if the first row
/// equals the last, if these rows have one position, if positions descend, or for fewer than 3
/// rows.
std::optional<std::uint64_t> repeated_from(const Source& source);

}  // namespace sextant::verify
