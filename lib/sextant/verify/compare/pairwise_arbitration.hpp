#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "sextant/measure/prefilter/split.hpp"
#include "sextant/verify/rows/error_statistics.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::verify {

/// An entry that differs between two tables.
struct EntryDifference {
  std::uint64_t row = 0;
  Position position = 0;
  std::size_t channel = 0;
  double reference = 0, mine = 0;

  /// The nearest double to reference − mine.
  double difference() const { return reference - mine; }
};

/// The fraction of the sum of both tables' tolerances that a difference uses.
struct Use {
  EntryDifference at;
  double reference = 0, mine = 0;  ///< tolerances of this entry in both tables

  double fraction() const;
};

/// Statistics of the entries that differ between two tables, and which table is nearer to the
/// truth.  They form a commutative monoid with merge().  Entries differ unless they are equal,
/// including the sign of zero.  A NaN equals no number.
struct PairwiseArbitration {
  std::uint64_t entries = 0, differing = 0;
  std::uint64_t not_finite = 0;  ///< differing entries with a number that is not finite
  /// The largest difference of finite entries.  Ties go to the smaller position, then channel, then
  /// row.
  std::optional<EntryDifference> largest;
  std::optional<EntryDifference> first;  ///< first difference, by row, then channel
  /// Counts of differing finite entries: the reference is nearer to the truth, mine is nearer, both
  /// are equally near, or undecided.
  std::uint64_t reference_nearer = 0, mine_nearer = 0, ties = 0, undecided = 0;
  /// Counts of the same entries if both tables pass: those with a tolerance in both tables, and the
  /// others.
  std::uint64_t bounded = 0, unbounded = 0;
  std::optional<Use> most;  ///< largest fraction; ties go to the first row, then channel

  void merge(const PairwiseArbitration& other);
};

/// The tolerance of the entries of a table that passes.  It is half an ulp if all entries are
/// correctly rounded, and one ulp if all are faithful.  Otherwise it is the bound of the recipe
/// that accepted the table. two_sided.md, (5) to (7)
struct AcceptedTolerance {
  std::string words;  ///< description
  /// The tolerance of one entry with the true value `x`; nullopt if no bound accepted it.
  std::function<std::optional<double>(std::uint64_t row, std::size_t channel, const exact::Near& x)>
      at;
};
/// `verdict` must pass.  `oracle` is that of the chart for `positions`, and must outlive the
/// result.
AcceptedTolerance accepted_tolerance(const Verdict& verdict, const exact::Oracle& oracle,
                                     const Positions& positions);

/// The oracle of two tables, and the tolerance of each; nullptr if it is unknown.
struct Arbiter {
  const exact::Oracle* oracle = nullptr;
  const AcceptedTolerance *reference = nullptr, *mine = nullptr;
};

/// Compares every entry of two sources of the same shape, at the positions of `mine`.  If
/// `in_order`, it reads rows in order, in one thread. two_sided.md, (1) to (8)
PairwiseArbitration pairwise_arbitration(const Source& reference, const Source& mine,
                                         const Arbiter& by, const Progress& progress = {},
                                         bool in_order = false);

/// The difference at a place, split into the errors of both entries.
measure::ErrorSplit split(const EntryDifference& at, const exact::Oracle& oracle);

}  // namespace sextant::verify
