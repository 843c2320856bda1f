#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Numbers of rows, or of columns, in increasing order.
class IndexRanges {
 public:
  struct Range {
    std::uint64_t first = 0, last = 0;  ///< both included

    bool operator==(const Range&) const = default;
  };

  /// Adds a number that is larger than all numbers before it.
  void add(std::uint64_t index) { add(Range{index, index}); }
  void add(Range range);

  const std::vector<Range>& ranges() const { return ranges_; }
  bool empty() const { return ranges_.empty(); }
  /// How many numbers there are.
  std::uint64_t count() const;
  /// The other numbers below `end`.
  IndexRanges others(std::uint64_t end) const;
  /// `0 to 255`, or `3, 7 to 9`; of more than 16 ranges, the first 16 and how many more there are.
  std::string text() const;

  bool operator==(const IndexRanges&) const = default;

 private:
  std::vector<Range> ranges_;
};

/// The positions of some rows, and these rows as a source of their own.
Positions rows_of(const Positions& positions, const IndexRanges& rows);
Source rows_of(const Source& source, const IndexRanges& rows);

}  // namespace sextant::verify
