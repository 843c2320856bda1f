#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// A set of indices of rows, columns or heads, kept as ranges in increasing order.
class IndexRanges {
 public:
  struct Range {
    std::uint64_t first = 0, last = 0;  ///< both are included

    std::uint64_t count() const { return last - first + 1; }
    bool operator==(const Range&) const = default;
  };

  IndexRanges() = default;
  /// `ranges` must be in increasing order, with gaps between them.
  explicit IndexRanges(std::vector<Range> ranges) : ranges_(std::move(ranges)) {}
  /// The set of these numbers, which must be in increasing order.
  static IndexRanges of(const std::vector<std::size_t>& numbers) {
    IndexRanges found;
    for (const std::size_t number : numbers) found.add(number);
    return found;
  }

  /// Adds an index, or a range.  It must not begin before the range that was added last.
  void add(std::uint64_t index) { add(Range{index, index}); }
  void add(Range range);

  const std::vector<Range>& ranges() const { return ranges_; }
  bool empty() const { return ranges_.empty(); }
  /// The number of indices in the set.
  std::uint64_t count() const;
  /// The index that has `before` smaller ones in the set; `before` must be below count().
  std::uint64_t operator[](std::uint64_t before) const;
  bool contains(std::uint64_t index) const;
  /// The indices below `end` that are not in the set, which must have none from `end` on.
  IndexRanges others(std::uint64_t end) const;
  /// The union of both sets.
  IndexRanges joined(const IndexRanges& other) const;
  /// The set as text, such as `0 to 255` or `3, 7 to 9`.  If there are more than `most` ranges, the
  /// text has the first `most`, and the number of the others.
  std::string text(std::string_view to = " to ", std::size_t most = 16) const;

  bool operator==(const IndexRanges&) const = default;

 private:
  std::vector<Range> ranges_;
};

/// The indices k below `all` for which is(k) is true.
template <class Is>
IndexRanges indices_that(std::uint64_t all, const Is& is) {
  IndexRanges found;
  for (std::uint64_t k = 0; k < all; ++k)
    if (is(k)) found.add(k);
  return found;
}

/// At most `wanted` of `count` indices, spread evenly, including the first; the last too if there
/// are at least two.
std::vector<std::uint64_t> evenly(std::uint64_t count, std::uint64_t wanted);

/// The same positions, as a range if they are listed and have equal steps other than 0.
Positions as_range(const Positions& positions);

/// The smallest and the largest position.  There must be one.
std::pair<Position, Position> extremes(const Positions& positions);

/// The positions in the rows with these numbers, in this order, as a list.
template <class Rows>
Positions listed_at(const Positions& positions, const Rows& rows) {
  std::vector<Position> list;
  for (const auto row : rows) list.push_back(positions[static_cast<std::uint64_t>(row)]);
  return Positions::of(std::move(list), positions.parts);
}
/// Returns change(p) for every position p, as a list in units of 1/parts.
template <class Change>
Positions mapped(const Positions& positions, std::uint64_t parts, const Change& change) {
  std::vector<Position> list;
  for (std::uint64_t row = 0; row < positions.count; ++row) list.push_back(change(positions[row]));
  return Positions::of(std::move(list), parts);
}

/// The positions of some rows, and a source of only these rows.
Positions rows_of(const Positions& positions, const IndexRanges& rows);
Source rows_of(const Source& source, const IndexRanges& rows);

/// The last `rows` rows of a source.
Source ending(const Source& source, std::uint64_t rows);

/// Ranges of consecutive rows, for estimating parameters when rows elsewhere may be damaged,
/// exchanged or missing.  For each n of `first`, the first n rows if the source has more; then its
/// last half if it has at least 16 rows.
std::vector<Source> clean_subranges(const Source& source,
                                    std::initializer_list<std::uint64_t> first);

}  // namespace sextant::verify
