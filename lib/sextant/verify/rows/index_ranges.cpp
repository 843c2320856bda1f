#include "sextant/verify/rows/index_ranges.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace sextant::verify {

void IndexRanges::add(Range range) {
  if (!ranges_.empty() && ranges_.back().last + 1 >= range.first)
    ranges_.back().last = std::max(ranges_.back().last, range.last);
  else
    ranges_.push_back(range);
}

std::uint64_t IndexRanges::count() const {
  std::uint64_t all = 0;
  for (const Range& range : ranges_) all += range.count();
  return all;
}

std::uint64_t IndexRanges::operator[](std::uint64_t before) const {
  for (const Range& range : ranges_) {
    if (before < range.count()) return range.first + before;
    before -= range.count();
  }
  return before;
}

bool IndexRanges::contains(std::uint64_t index) const {
  return std::any_of(ranges_.begin(), ranges_.end(), [&](const Range& range) {
    return range.first <= index && index <= range.last;
  });
}

IndexRanges IndexRanges::joined(const IndexRanges& other) const {
  std::vector<Range> both(ranges_.size() + other.ranges_.size());
  std::merge(ranges_.begin(), ranges_.end(), other.ranges_.begin(), other.ranges_.end(),
             both.begin(), [](const Range& a, const Range& b) { return a.first < b.first; });
  IndexRanges found;
  for (const Range& range : both) found.add(range);
  return found;
}

IndexRanges IndexRanges::others(std::uint64_t end) const {
  IndexRanges found;
  std::uint64_t next = 0;
  for (const Range& range : ranges_) {
    if (range.first > next) found.add({next, range.first - 1});
    next = range.last + 1;
  }
  if (next < end) found.add({next, end - 1});
  return found;
}

std::string IndexRanges::text(std::string_view to, std::size_t most) const {
  std::string text;
  for (std::size_t k = 0; k < std::min(ranges_.size(), most); ++k) {
    const auto& [first, last] = ranges_[k];
    text += fmt::format("{}{}", k == 0 ? "" : ", ", first);
    if (last > first) text += fmt::format("{}{}", to, last);
  }
  if (ranges_.size() > most) text += fmt::format(" and {} more ranges", ranges_.size() - most);
  return text;
}

std::vector<std::uint64_t> evenly(std::uint64_t count, std::uint64_t wanted) {
  std::vector<std::uint64_t> chosen(std::min(count, wanted));
  for (std::uint64_t k = 0; k < chosen.size(); ++k)
    chosen[k] = k == 0 ? 0 : k * (count - 1) / (chosen.size() - 1);
  return chosen;
}

Positions as_range(const Positions& positions) {
  if (!positions.listed || positions.count < 2) return positions;
  const Position apart = positions[1] - positions[0];
  const Position limit = std::numeric_limits<std::int64_t>::max();
  if (apart == 0 || apart > limit || apart < -limit) return positions;
  for (std::uint64_t row = 1; row < positions.count; ++row)
    if (positions[row] - positions[row - 1] != apart) return positions;
  return {positions[0], positions.count, static_cast<std::int64_t>(apart), nullptr,
          positions.parts};
}

std::pair<Position, Position> extremes(const Positions& positions) {
  if (positions.listed) {
    const auto [least, most] =
        std::minmax_element(positions.listed->begin(), positions.listed->end());
    return {*least, *most};
  }
  return std::minmax({positions[0], positions[positions.count - 1]});
}

Positions rows_of(const Positions& positions, const IndexRanges& rows) {
  const auto& ranges = rows.ranges();
  if (ranges.size() == 1 && !positions.listed && !positions.float32) {
    Positions some = positions;
    some.first = positions[ranges.front().first];
    some.count = rows.count();
    return some;
  }
  std::vector<Position> list;
  for (const IndexRanges::Range& range : ranges) {
    for (std::uint64_t row = range.first; row <= range.last; ++row) list.push_back(positions[row]);
  }
  return Positions::of(std::move(list), positions.parts);
}

Source rows_of(const Source& source, const IndexRanges& rows) {
  Source some = source;
  some.rows = rows.count();
  some.positions = rows_of(source.positions, rows);
  some.read_elements = nullptr;
  std::vector<std::uint64_t> ends;  // number of rows up to the end of each range
  for (const IndexRanges::Range& range : rows.ranges())
    ends.push_back((ends.empty() ? 0 : ends.back()) + range.count());
  some.read = [read = source.read, columns = source.columns, ranges = rows.ranges(), ends](
                  std::uint64_t first, std::uint64_t wanted, std::span<double> values) {
    const auto at = std::upper_bound(ends.begin(), ends.end(), first);
    for (auto k = static_cast<std::size_t>(at - ends.begin()); wanted > 0; ++k) {
      const std::uint64_t left = std::min(wanted, ends[k] - first);
      read(ranges[k].last + 1 - (ends[k] - first), left, values.first(left * columns));
      values = values.subspan(left * columns);
      first += left, wanted -= left;
    }
  };
  return some;
}

Source ending(const Source& source, std::uint64_t rows) {
  return rows_of(source, IndexRanges({{source.rows - rows, source.rows - 1}}));
}

std::vector<Source> clean_subranges(const Source& source,
                                    std::initializer_list<std::uint64_t> first) {
  constexpr std::uint64_t kHalved = 16;
  std::vector<Source> found;
  for (const std::uint64_t rows : first)
    if (rows < source.rows) found.push_back(beginning(source, rows));
  if (source.rows >= kHalved) found.push_back(ending(source, source.rows / 2));
  return found;
}

}  // namespace sextant::verify
