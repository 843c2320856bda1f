#pragma once

#include "sextant/measure/prefilter/split.hpp"
#include "sextant/verify/compare/accepted_tolerance.hpp"
#include "sextant/verify/compare/table_diff.hpp"
#include "sextant/verify/rows/pairwise.hpp"

namespace sextant::verify {

/// How much of the sum of two tables' tolerances a difference uses.
struct Use {
  EntryDifference at;
  double reference = 0, mine = 0;  ///< the tolerance of each there

  double fraction() const;
};

/// Two tables against each other and the truth: a commutative monoid.
struct PairwiseArbitration {
  TableDiff diff;
  /// Of the entries that differ and are finite, those at which it is nearer to the truth.
  std::uint64_t reference_nearer = 0, mine_nearer = 0, ties = 0, undecided = 0;
  /// Of the same, where both tables are sound, those that a bound is derived for, and those where
  /// it proves nothing.
  std::uint64_t bounded = 0, unbounded = 0;
  std::optional<Use> most;  ///< the largest fraction; ties go to the first row, then channel

  void merge(const PairwiseArbitration& other);
};

/// The tolerances of two sound tables.
struct AcceptedTolerances {
  const AcceptedTolerance& reference;
  const AcceptedTolerance& mine;
};

/// Compares every entry of two sources of the shape of `oracle`'s chart.             two_sided.md,
/// (1) to (8)
PairwiseArbitration pairwise_arbitration(const Source& reference, const Source& mine,
                                         const exact::Oracle& oracle,
                                         const AcceptedTolerances* allowed,
                                         const Progress& progress = {});

/// The difference at a place, split at its true value.
measure::ErrorSplit split(const EntryDifference& at, const exact::Oracle& oracle);

}  // namespace sextant::verify
