#pragma once

#include <functional>
#include <vector>

#include "sextant/verify/accept/bounds_result.hpp"

namespace sextant::verify {

/// The counts for one factor of a column, or for entries that are checked by their bounds.
struct Count {
  std::uint64_t violations = 0;
  Margin margin;
  std::vector<Violation> places;

  /// Counts an entry.  It is a violation if used.fraction exceeds 1.  Calls place() only for the
  /// first violations, which are kept.
  void add(const Margin& used, std::uint64_t row, std::size_t channel,
           const std::function<Violation()>& place);
  void merge(const Count& other);
};

/// The counts of the rows checked so far.  Merging with empty counts changes nothing.
struct Counts {
  std::uint64_t entries = 0;
  Count bounded;
  std::vector<std::vector<Count>>
      columns;  ///< by channel and factor; empty if no entry was checked by same arithmetic

  void merge(const Counts& other);

  /// A lower bound of the number of violations, for every choice of factors.
  std::uint64_t least_violations() const;

  /// The result, in which each column uses the factor with the fewest violations.
  BoundsResult settled() const;
};

}  // namespace sextant::verify
