#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "sextant/exact/oracle.hpp"
#include "sextant/measure/entry/error_statistics.hpp"
#include "sextant/verify/accept/acceptance.hpp"
#include "sextant/verify/diagnosis/closest.hpp"
#include "sextant/verify/rows/claim.hpp"
#include "sextant/verify/rows/index_ranges.hpp"
#include "sextant/verify/rows/source.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::verify {

/// Rows of a table and the claim about them, which must outlive this.
struct ClaimedRows {
  const Source& source;
  const Claim& claim;
  const exact::Oracle& oracle;
  /// The compute format of the claim is assumed, not given.
  bool assumed;
  const Progress& progress;

  /// The sound recipe that accepts a table; nullopt if there is none.  If no recipe in the assumed
  /// format accepts it with a library of usual accuracy, recipes in float64 are tried.
  std::optional<Acceptance> accepted() const;
  /// Sets the grade, the acceptance and the findings of a verdict, from its statistics.  If entries
  /// are not finite, the best grade is explained: the other entries are then accepted or explained.
  void grade(Verdict& verdict) const;

 private:
  /// The faults of a table, computed in the assumed format or, if that format was not given, in
  /// float64.
  std::vector<Finding> diagnosed(Closest& closest) const;
  /// The faults of a table with wrong rows of zeros: these rows, and the faults of the others.  The
  /// second result is whether they explain the table.
  std::pair<std::vector<Finding>, bool> diagnosed_with_zeros(const IndexRanges& zeros,
                                                             Closest& closest) const;
  /// The faults of the rows whose entries are all finite.
  std::vector<Finding> of_finite_rows() const;
  /// The claim with float64 as its compute format; nullopt if a format was given, or if the claim
  /// has float64.
  std::optional<Claim> wider() const;
};

}  // namespace sextant::verify
