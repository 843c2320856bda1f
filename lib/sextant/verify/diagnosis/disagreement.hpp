#pragma once

#include <utility>
#include <vector>

#include "sextant/verify/diagnosis/expected.hpp"

namespace sextant::verify {

/// Consecutive rows, columns or heads, both ends included.
struct Stretch {
  std::uint64_t first = 0, last = 0;
  std::uint64_t count() const { return last - first + 1; }
};
using Stretches = std::vector<Stretch>;  ///< ascending, with gaps between them

std::uint64_t count(const Stretches& stretches);
/// All that is in one of them or in both.
Stretches joined(const Stretches& a, const Stretches& b);

/// Rows and columns whose entries disagree with what is expected of them.
struct Area {
  Stretches rows, columns;
  double part = 0;  ///< of its entries, those that disagree
};

/// Which entries of a table disagree.
struct Disagreement {
  std::uint64_t rows = 0, columns = 0;
  std::uint64_t entries = 0, differ = 0;
  std::vector<Area> areas;                                    ///< two at most
  std::uint64_t scattered = 0;                                ///< entries that disagree elsewhere
  std::vector<std::pair<std::uint64_t, std::size_t>> places;  ///< row and column of the first few

  double part() const {
    return entries > 0 ? static_cast<double>(differ) / static_cast<double>(entries) : 0;
  }
};

/// One pass over all rows, and another where the ends of an area have to be found.  The memory that
/// it takes does not depend on the number of rows.
Disagreement disagreement(const ComparedRows& rows);

}  // namespace sextant::verify
