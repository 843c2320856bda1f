#pragma once

#include <cstdint>
#include <optional>

#include "sextant/verify/rows/error_statistics.hpp"

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

/// How two tables differ, entry by entry: a commutative monoid.  Entries differ where not every bit
/// of the number is the same, the sign of zero among them; a NaN is like nothing.
struct TableDiff {
  std::uint64_t entries = 0, differing = 0;
  std::uint64_t not_finite = 0;  ///< of those that differ: one of the two is no number
  std::optional<EntryDifference>
      largest;                           ///< of finite ones; ties go as those of measure::MaxError
  std::optional<EntryDifference> first;  ///< by row, then channel, whatever the numbers are

  /// Counts an entry that differs, which is not yet counted among the entries.
  void differ(const EntryDifference& at);
  void merge(const TableDiff& other);
};

/// How two sources of one shape differ, at the positions of `mine`; row after row if the reference
/// is `in_order`.
TableDiff table_diff(const Source& reference, const Source& mine, bool in_order,
                     const Progress& progress = {});

}  // namespace sextant::verify
