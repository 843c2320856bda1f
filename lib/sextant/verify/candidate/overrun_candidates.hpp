#pragma once

#include <cstdint>
#include <optional>

#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// The first row from which on all rows are the last one, as where positions beyond a table's end
/// are clamped to it; nothing where the last two rows differ, where all are equal, or where
/// positions do not ascend.
std::optional<std::uint64_t> repeated_from(const Source& source);

}  // namespace sextant::verify
