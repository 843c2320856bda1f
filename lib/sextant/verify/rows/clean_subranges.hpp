#pragma once

#include <initializer_list>
#include <vector>

#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// The last rows of a source alone.
Source ending(const Source& source, std::uint64_t rows);

/// Ranges of consecutive rows for estimating parameters when rows elsewhere may be damaged,
/// exchanged or missing.  They are the first rows, as many as each item of `first` says, and the
/// last half of 16 or more; never the whole source.
std::vector<Source> clean_subranges(const Source& source,
                                    std::initializer_list<std::uint64_t> first);

}  // namespace sextant::verify
