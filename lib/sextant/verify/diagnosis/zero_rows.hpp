#pragma once

#include "sextant/exact/oracle.hpp"
#include "sextant/verify/diagnosis/finding.hpp"
#include "sextant/verify/rows/claim.hpp"
#include "sextant/verify/rows/index_ranges.hpp"

namespace sextant::verify {

/// Returns the numbers of the rows whose entries are zeros, and at most one in eight not finite.
IndexRanges rows_of_zeros(const Source& source);
/// Returns the rows of zeros for which meant(row) is false.
template <class Meant>
IndexRanges zeros_unless(const Source& source, const Meant& meant) {
  IndexRanges wrong;
  const IndexRanges zeros = rows_of_zeros(source);
  for (const auto& [first, last] : zeros.ranges())
    for (std::uint64_t row = first; row <= last; ++row)
      if (!meant(row)) wrong.add(row);
  return wrong;
}

/// Returns the numbers of the rows whose entries are all finite.
IndexRanges finite_rows(const Source& source);

/// Returns whether all correctly rounded entries of a position are zero.
bool vanishes(const exact::Oracle& oracle, const Format& format, Position position);

/// Returns the rows of zeros that should hold other numbers.  Empty for parts of one row.  Also
/// empty if there is only one such row, and it may be a misplaced row of padding.
IndexRanges wrong_zeros(const Source& source, const Claim& claim, const exact::Oracle& oracle);

/// Returns the finding that rows hold zeros.  `rest` is the fraction of bitwise matches in the
/// other rows; `rows` is the number of all rows.
Finding zeros_finding(const IndexRanges& zeros, std::uint64_t rows, double rest);

/// Whether every entry is a sine or zero, so that the row of position 0 is all zeros.
bool sines_alone(const Chart& chart);

}  // namespace sextant::verify
