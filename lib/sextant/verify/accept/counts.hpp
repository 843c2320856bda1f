#pragma once

#include <functional>
#include <vector>

#include "sextant/verify/accept/bounds_result.hpp"

namespace sextant::verify {

/// Entries counted against one factor of a column, or against the bound.
struct Count {
  std::uint64_t violations = 0;
  Margin margin;
  std::vector<Violation> places;

  /// place() is asked where the entry is outside and among the first.
  void add(const Margin& used, std::uint64_t row, std::size_t channel,
           const std::function<Violation()>& place);
  void merge(const Count& other);
};

/// What the rows seen so far amount to; an empty one is the identity of merging.
struct Counts {
  std::uint64_t entries = 0;
  Count bounded;
  std::vector<std::vector<Count>> columns;  ///< by channel, then candidate; empty: none asked

  void merge(const Counts& other);

  /// Fewer entries than these are outside in no way.
  std::uint64_t least_violations() const;

  /// What they amount to: every column takes the factor that leaves the fewest entries outside.
  BoundsResult settled() const;
};

}  // namespace sextant::verify
