#pragma once

#include <optional>

#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// The rows of a source once for every position, in the order of positions: what estimates of
/// frequencies want, where a grid's coordinates come again and again.  Nothing where rows of one
/// position differ in any bit.
std::optional<Source> distinct_rows(const Source& source);

}  // namespace sextant::verify
