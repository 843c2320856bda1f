#pragma once

#include "sextant/exact/oracle.hpp"
#include "sextant/verify/diagnosis/finding.hpp"
#include "sextant/verify/rows/claim.hpp"
#include "sextant/verify/rows/index_ranges.hpp"

namespace sextant::verify {

/// Which rows of a table hold zeros alone, by their numbers.
IndexRanges rows_of_zeros(const Source& source);

/// Whether the correctly rounded row of a position holds zeros alone.
bool vanishes(const exact::Oracle& oracle, const Format& format, Position position);

/// The rows of zeros of a table of waves that should hold other numbers.  Empty for other tables,
/// and for a single row that may be the row of padding at another place.
IndexRanges wrong_zeros(const Source& source, const Claim& claim, const exact::Oracle& oracle);

/// The finding that rows are zeros; `rest` is the fraction of bits that a recipe matches in the
/// others.
Finding zeros_finding(const IndexRanges& zeros, std::uint64_t rows, double rest);

}  // namespace sextant::verify
