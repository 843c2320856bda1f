#pragma once

#include <initializer_list>
#include <vector>

#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// The last `rows` rows of a source.
Source ending(const Source& source, std::uint64_t rows);

/// Ranges of consecutive rows, for estimating parameters when rows elsewhere may be damaged,
/// exchanged or missing.  For each n of `first`, the first n rows if the source has more; then its
/// last half if it has at least 16 rows.
std::vector<Source> clean_subranges(const Source& source,
                                    std::initializer_list<std::uint64_t> first);

}  // namespace sextant::verify
