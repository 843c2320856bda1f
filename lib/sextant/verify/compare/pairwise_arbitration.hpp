#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "sextant/measure/prefilter/split.hpp"
#include "sextant/verify/rows/error_statistics.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::verify {

/// A place at which two tables have different numbers.
struct EntryDifference {
  std::uint64_t row = 0;
  Position position = 0;
  std::size_t channel = 0;
  double reference = 0, mine = 0;

  /// The nearest double to reference − mine.
  double difference() const { return reference - mine; }
};

/// How much of the sum of two tables' tolerances a difference uses.
struct Use {
  EntryDifference at;
  double reference = 0, mine = 0;  ///< the tolerance of each there

  double fraction() const;
};

/// How two tables differ, and which is nearer to the truth: a commutative monoid.  Entries differ
/// if not every bit of the number is the same, the sign of zero included; a NaN equals nothing.
struct PairwiseArbitration {
  std::uint64_t entries = 0, differing = 0;
  std::uint64_t not_finite = 0;  ///< of those that differ: one of the two is no number
  std::optional<EntryDifference>
      largest;                           ///< of finite ones; ties go as those of measure::MaxError
  std::optional<EntryDifference> first;  ///< by row, then channel, whatever the numbers are
  /// Of the entries that differ and are finite, those at which it is nearer to the truth.
  std::uint64_t reference_nearer = 0, mine_nearer = 0, ties = 0, undecided = 0;
  /// Of the same, where both tables are sound, those that a bound is derived for, and those where
  /// it proves nothing.
  std::uint64_t bounded = 0, unbounded = 0;
  std::optional<Use> most;  ///< the largest fraction; ties go to the first row, then channel

  void merge(const PairwiseArbitration& other);
};

/// How far from the truth the entries of a table that passes may be, by what it passes as: half an
/// ulp where all are correctly rounded, an ulp where all are faithful, and else the bound of the
/// recipe that accepted it.                                         two_sided.md, (5) to (7)
struct AcceptedTolerance {
  std::string words;  ///< what it is
  /// Of one entry with the true value `x`; nullopt if no bound accepted it.
  std::function<std::optional<double>(std::uint64_t row, std::size_t channel, const exact::Near& x)>
      at;
};
/// `verdict` passes; `oracle` is of the chart that the positions are read by, and outlives it.
AcceptedTolerance accepted_tolerance(const Verdict& verdict, const exact::Oracle& oracle,
                                     const Positions& positions);

/// What is true of two tables, and what the entries of each may be; nullptr if that is unknown.
struct Arbiter {
  const exact::Oracle* oracle = nullptr;
  const AcceptedTolerance *reference = nullptr, *mine = nullptr;
};

/// Compares every entry of two sources of one shape, at the positions of `mine`; row after row if
/// the reference is `in_order`.                                      two_sided.md, (1) to (8)
PairwiseArbitration pairwise_arbitration(const Source& reference, const Source& mine,
                                         const Arbiter& by, const Progress& progress = {},
                                         bool in_order = false);

/// The difference at a place, split at its true value.
measure::ErrorSplit split(const EntryDifference& at, const exact::Oracle& oracle);

}  // namespace sextant::verify
