#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Numbers of rows, columns or heads, in increasing order.
class IndexRanges {
 public:
  struct Range {
    std::uint64_t first = 0, last = 0;  ///< both included

    std::uint64_t count() const { return last - first + 1; }
    bool operator==(const Range&) const = default;
  };

  IndexRanges() = default;
  /// In increasing order, with gaps between them.
  explicit IndexRanges(std::vector<Range> ranges) : ranges_(std::move(ranges)) {}
  /// Of numbers in increasing order.
  static IndexRanges of(const std::vector<std::size_t>& numbers) {
    IndexRanges found;
    for (const std::size_t number : numbers) found.add(number);
    return found;
  }

  /// Adds a number, or a range that does not begin before the last one that was added.
  void add(std::uint64_t index) { add(Range{index, index}); }
  void add(Range range);

  const std::vector<Range>& ranges() const { return ranges_; }
  bool empty() const { return ranges_.empty(); }
  /// How many numbers there are.
  std::uint64_t count() const;
  /// The number that `before` others come before.
  std::uint64_t operator[](std::uint64_t before) const;
  bool contains(std::uint64_t index) const;
  /// The other numbers below `end`.
  IndexRanges others(std::uint64_t end) const;
  /// All that is in one of them or in both.
  IndexRanges joined(const IndexRanges& other) const;
  /// `0 to 255`, or `3, 7 to 9`; of more ranges than `most`, the first and how many more there are.
  std::string text(std::string_view to = " to ", std::size_t most = 16) const;

  bool operator==(const IndexRanges&) const = default;

 private:
  std::vector<Range> ranges_;
};

/// The numbers below `all` that `is` says.
template <class Is>
IndexRanges indices_that(std::uint64_t all, const Is& is) {
  IndexRanges found;
  for (std::uint64_t k = 0; k < all; ++k)
    if (is(k)) found.add(k);
  return found;
}

/// The positions of some rows, and these rows as a source of their own.
Positions rows_of(const Positions& positions, const IndexRanges& rows);
Source rows_of(const Source& source, const IndexRanges& rows);

}  // namespace sextant::verify
