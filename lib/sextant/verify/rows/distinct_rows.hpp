#pragma once

#include <optional>

#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// One row for every position of a source, in the order of positions; nullopt if rows of one
/// position differ in any bit.  Frequency estimates need this for grids, which repeat coordinates.
std::optional<Source> distinct_rows(const Source& source);

}  // namespace sextant::verify
