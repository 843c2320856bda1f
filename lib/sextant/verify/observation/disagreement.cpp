#include "sextant/verify/observation/disagreement.hpp"

#include <algorithm>
#include <optional>

namespace sextant::verify {
namespace {

using Range = IndexRanges::Range;
using Columns = std::vector<bool>;

// Maximum size of the map, bands times columns.
constexpr std::uint64_t kCells = std::uint64_t{1} << 16;
// Minimum number of rows in a band, so that random damage never reaches half of them.
constexpr std::uint64_t kBand = 32;
// Number of ranges at which neighbours are joined while reading.
constexpr std::size_t kRangesKept = 4096;
constexpr std::size_t kRanges = 4;  // maximum number of ranges in the result
constexpr std::size_t kPlaces = 4;
constexpr std::uint64_t kFewOf = 64;  // a smaller fraction than 1/64 counts as scattered
constexpr double kDense = 0.3;        // minimum fraction of differing entries in an area

struct Count {
  std::uint64_t asked = 0, differ = 0;
  void merge(const Count& other) { asked += other.asked, differ += other.differ; }
  void add(Mark mark) {
    asked += mark != Mark::unknown ? 1 : 0;
    differ += mark == Mark::differs ? 1 : 0;
  }
  bool mostly() const { return asked > 0 && 2 * differ >= asked; }
};

void merge(std::vector<Count>& a, const std::vector<Count>& b) {
  a.resize(std::max(a.size(), b.size()));
  for (std::size_t k = 0; k < b.size(); ++k) a[k].merge(b[k]);
}

void add(IndexRanges& all, const Range& next) {
  all.add(next);
  if (all.ranges().size() < kRangesKept) return;
  std::vector<Range> joined = all.ranges();
  for (std::size_t k = 0; 2 * k + 1 < joined.size(); ++k)
    joined[k] = {joined[2 * k].first, joined[2 * k + 1].last};
  joined.resize(joined.size() / 2);
  all = IndexRanges(std::move(joined));
}

/// Counts of consecutive rows; merged in the order of rows.  The numbers of wrong rows are kept;
/// the other rows are counted in a map.
struct Scan {
  Count all;
  IndexRanges wrong;
  std::uint64_t wrong_rows = 0;  ///< exact count, since ranges may have been joined
  std::vector<Count> in_wrong;   ///< counts of the wrong rows, by column
  std::vector<Count> cells;      ///< counts of the other rows, by band and column
  std::vector<std::pair<std::uint64_t, std::size_t>> places;

  void merge(const Scan& other) {
    all.merge(other.all);
    for (const Range& next : other.wrong.ranges()) add(wrong, next);
    wrong_rows += other.wrong_rows;
    verify::merge(in_wrong, other.in_wrong);
    verify::merge(cells, other.cells);
    for (const auto& place : other.places)
      if (places.size() < kPlaces) places.push_back(place);
  }

  /// Returns the area of the wrong rows and the given columns; nullopt if there are no wrong rows.
  /// Right rows that were joined to the ranges lower the fraction.
  std::optional<Area> area(IndexRanges columns) const {
    if (wrong.empty()) return std::nullopt;
    Count sum;
    for (const Range& range : columns.ranges())
      for (std::uint64_t j = range.first; j <= range.last; ++j) sum.merge(in_wrong[j]);
    const auto rows = static_cast<double>(std::max(wrong_rows, wrong.count()));
    const double part = sum.asked == 0
                            ? 0
                            : static_cast<double>(sum.differ) / static_cast<double>(sum.asked) *
                                  static_cast<double>(wrong_rows) / rows;
    return Area{wrong, std::move(columns), part};
  }
};

/// Scans all rows.  A row is wrong if at least half of its entries differ.  If columns `among` are
/// given, a row is wrong if at least half of these differ, but not half of all.
Scan scan(const ComparedRows& rows, std::uint64_t bands, const Columns* among = nullptr) {
  const std::size_t width = rows.columns;
  const std::uint64_t band = (rows.rows + bands - 1) / bands;
  return sweep_marks<Scan>(rows, [&](std::uint64_t row, const std::vector<Mark>& marks, Scan& s) {
    s.in_wrong.resize(width);
    s.cells.resize(bands * width);
    Count all, some;
    for (std::size_t j = 0; j < width; ++j) {
      all.add(marks[j]);
      if (among != nullptr && (*among)[j]) some.add(marks[j]);
    }
    s.all.merge({width, all.differ});
    const bool wrong = among != nullptr ? !all.mostly() && some.mostly() : all.mostly();
    if (wrong) add(s.wrong, {row, row});
    s.wrong_rows += wrong ? 1 : 0;
    Count* counts = wrong ? s.in_wrong.data() : &s.cells[row / band * width];
    for (std::size_t j = 0; j < width; ++j) {
      counts[j].add(marks[j]);
      if (!wrong && marks[j] == Mark::differs && s.places.size() < kPlaces)
        s.places.emplace_back(row, j);
    }
  });
}

/// Returns the columns that are mostly wrong over all rows of the map; if there are none, those
/// that are mostly wrong in some band.
Columns wrong_columns(const std::vector<Count>& cells, std::size_t width, bool in_bands) {
  std::vector<Count> columns(width);
  Columns all(width), some(width);
  for (std::size_t k = 0; k < cells.size(); ++k) {
    columns[k % width].merge(cells[k]);
    if (in_bands && cells[k].asked >= kBand / 2 && cells[k].mostly()) some[k % width] = true;
  }
  for (std::size_t j = 0; j < width; ++j) all[j] = columns[j].mostly();
  return std::find(all.begin(), all.end(), true) != all.end() ? all : some;
}

/// Returns the ranges without short gaps, without very short ranges, and with at most kRanges
/// ranges.
IndexRanges tidied(const IndexRanges& all) {
  std::vector<Range> kept;
  for (const Range& next : all.ranges()) {
    if (!kept.empty() &&
        8 * (next.first - kept.back().last - 1) <= kept.back().count() + next.count())
      kept.back().last = next.last;
    else
      kept.push_back(next);
  }
  // Shorter ranges count as scattered.
  const std::uint64_t least = IndexRanges(kept).count() / kFewOf;
  std::erase_if(kept, [&](const Range& range) { return range.count() < least; });
  while (kept.size() > kRanges) {
    std::size_t next = 1;
    const auto gap = [&](std::size_t k) { return kept[k].first - kept[k - 1].last; };
    for (std::size_t k = 1; k < kept.size(); ++k)
      if (gap(k) < gap(next)) next = k;
    kept[next - 1].last = kept[next].last;
    kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(next));
  }
  return IndexRanges(std::move(kept));
}

double size(const IndexRanges& some) { return static_cast<double>(some.count()); }
double differing(const Area& area) { return area.part * size(area.rows) * size(area.columns); }

/// Joins two areas of about the same columns; returns false if the columns differ.
bool join(Area& a, const Area& b) {
  const std::uint64_t either = a.columns.joined(b.columns).count();
  if (4 * (a.columns.count() + b.columns.count() - either) < 3 * either) return false;
  a.part = (a.part * size(a.rows) + b.part * size(b.rows)) / (size(a.rows) + size(b.rows));
  a.rows = a.rows.joined(b.rows);
  return true;
}

}  // namespace

Disagreement disagreement(const ComparedRows& rows) {
  const std::size_t width = rows.columns;
  const std::uint64_t bands = std::clamp<std::uint64_t>(
      kCells / std::max<std::size_t>(width, 1), 1, std::max<std::uint64_t>(rows.rows / kBand, 1));
  const Scan first = scan(rows, bands);
  Disagreement found{rows.rows, width, first.all.asked, first.all.differ, {}, 0, first.places};
  std::vector<Area> areas;
  if (auto area = first.area(indices_that(
          first.in_wrong.size(), [&](std::uint64_t j) { return first.in_wrong[j].mostly(); })))
    areas.push_back(*std::move(area));
  const bool in_bands = (rows.rows + bands - 1) / bands >= kBand;
  const Columns among = wrong_columns(first.cells, width, in_bands);
  if (const auto columns = indices_that(width, [&](std::uint64_t j) { return among[j]; });
      !columns.empty()) {
    const auto area = scan(rows, bands, &among).area(columns);
    if (area && (areas.empty() || !join(areas.front(), *area))) areas.push_back(*area);
  }
  for (Area& area : areas) {
    const double counted = size(area.rows);
    area.rows = tidied(area.rows);
    area.part *= counted / std::max(size(area.rows), 1.0);
    if (area.part >= kDense && !area.rows.empty()) found.areas.push_back(std::move(area));
  }
  if (found.areas.size() > 1)
    std::erase_if(found.areas, [&](const Area& area) {
      return kFewOf * differing(area) < static_cast<double>(found.differ);
    });
  double inside = 0;
  for (const Area& area : found.areas) inside += differing(area);
  found.scattered = found.differ - std::min(found.differ, static_cast<std::uint64_t>(inside));
  return found;
}

}  // namespace sextant::verify
