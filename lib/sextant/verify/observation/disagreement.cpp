#include "sextant/verify/observation/disagreement.hpp"

#include <algorithm>
#include <array>
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
constexpr std::uint64_t kFewOf = 64;     // a smaller fraction than 1/64 counts as scattered
constexpr std::uint64_t kFewBeside = 8;  // or up to kPlaces entries beside eight times as many
constexpr double kDense = 0.3;           // minimum fraction of differing entries in an area

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

/// Returns the smallest range that includes both.
Range around(const Range& a, const Range& b) {
  return {std::min(a.first, b.first), std::max(a.last, b.last)};
}

/// The smallest ranges of rows and columns that include all differing entries.
struct Block {
  std::optional<Range> rows, columns;

  void add(const std::optional<Range>& some, const std::optional<Range>& across) {
    if (!some) return;
    rows = around(rows.value_or(*some), *some);
    columns = around(columns.value_or(*across), *across);
  }
  void merge(const Block& other) { add(other.rows, other.columns); }
  Area area() const { return rows ? Area{IndexRanges({*rows}), IndexRanges({*columns})} : Area{}; }
};

/// Counts of consecutive rows; merged in the order of rows.  The numbers of wrong rows are kept;
/// the other rows are counted in a map.
struct Scan {
  Count all;
  Block block;
  IndexRanges wrong;
  std::vector<Count> in_wrong;  ///< counts of the wrong rows, by column
  std::vector<Count> cells;     ///< counts of the other rows, by band and column

  void merge(const Scan& other) {
    all.merge(other.all);
    block.merge(other.block);
    for (const Range& next : other.wrong.ranges()) add(wrong, next);
    verify::merge(in_wrong, other.in_wrong);
    verify::merge(cells, other.cells);
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
      if (marks[j] == Mark::differs) s.block.add(Range{row, row}, Range{j, j});
    }
    s.all.merge({width, all.differ});
    const bool wrong = among != nullptr ? !all.mostly() && some.mostly() : all.mostly();
    if (wrong) add(s.wrong, {row, row});
    Count* counts = wrong ? s.in_wrong.data() : &s.cells[row / band * width];
    for (std::size_t j = 0; j < width; ++j) counts[j].add(marks[j]);
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

/// Returns the first index with a count before which at most `few` are counted, and directly before
/// which none are.
std::uint64_t without_few(const std::vector<std::uint64_t>& counts, std::uint64_t few) {
  std::uint64_t first = 0, before = 0;
  for (std::size_t k = 0; k < counts.size() && before <= few; before += counts[k++])
    if (counts[k] > 0 && (k == 0 || counts[k - 1] == 0)) first = k;
  return first;
}
Range between_few(std::vector<std::uint64_t> counts, std::uint64_t few) {
  const std::uint64_t first = without_few(counts, few);
  std::reverse(counts.begin(), counts.end());
  return {first, counts.size() - 1 - without_few(counts, few)};
}

/// Returns the block of all `differ` entries that differ.  If it is not dense, returns the block of
/// the others without the few first and last ones, which lie apart, by bands of rows and by
/// columns.
Area block_of(const ComparedRows& rows, const Scan& all, std::uint64_t bands) {
  const std::uint64_t differ = all.all.differ;
  const Area whole = all.block.area();
  if (static_cast<double>(differ) >= kDense * static_cast<double>(whole.entries())) return whole;
  const std::uint64_t few =
      std::max(differ / kFewOf, std::min<std::uint64_t>(kPlaces, differ / kFewBeside));
  const std::size_t width = rows.columns;
  std::vector<std::uint64_t> by_band(bands), by_column(width);
  for (std::size_t k = 0; k < all.cells.size(); ++k) {
    by_band[k / width] += all.cells[k].differ;
    by_column[k % width] += all.cells[k].differ;
  }
  const std::uint64_t band = (rows.rows + bands - 1) / bands;
  const Range some = between_few(by_band, few), across = between_few(by_column, few);
  return sweep_marks<Block>(rows,
                            [&](std::uint64_t row, const std::vector<Mark>& marks, Block& block) {
                              if (row / band < some.first || row / band > some.last) return;
                              for (std::size_t j = across.first; j <= across.last; ++j)
                                if (marks[j] == Mark::differs)
                                  block.add(Range{row, row}, Range{j, j});
                            })
      .area();
}

/// Returns whether the columns of two areas are about the same.
bool similar(const Area& a, const Area& b) {
  const std::uint64_t either = a.columns.joined(b.columns).count();
  return 4 * (a.columns.count() + b.columns.count() - either) >= 3 * either;
}

/// Returns the ranges extended to multiples of `lines`.
IndexRanges whole(const IndexRanges& some, std::uint64_t lines) {
  IndexRanges found;
  for (const auto& [first, last] : some.ranges())
    found.add(Range{first / lines * lines, last / lines * lines + lines - 1});
  return found;
}

/// The differing entries, by the set of areas that have them: bit k of an index stands for area k.
struct Tally {
  std::array<std::uint64_t, 4> differ = {};
  std::array<std::vector<std::pair<std::uint64_t, std::size_t>>, 4> places;

  void merge(const Tally& other) {
    for (std::size_t k = 0; k < differ.size(); ++k) {
      differ[k] += other.differ[k];
      for (const auto& place : other.places[k])
        if (places[k].size() < kPlaces) places[k].push_back(place);
    }
  }
};

Tally tally(const ComparedRows& rows, const std::vector<Area>& areas) {
  std::vector<Columns> inside;
  for (const Area& area : areas) {
    inside.emplace_back(rows.columns);
    for (std::uint64_t k = 0; k < area.columns.count(); ++k) inside.back()[area.columns[k]] = true;
  }
  return sweep_marks<Tally>(rows, [&](std::uint64_t row, const std::vector<Mark>& marks, Tally& t) {
    std::array<bool, 2> has_row = {};
    for (std::size_t k = 0; k < areas.size(); ++k) has_row[k] = areas[k].rows.contains(row);
    for (std::size_t j = 0; j < marks.size(); ++j) {
      if (marks[j] != Mark::differs) continue;
      std::size_t set = 0;
      for (std::size_t k = 0; k < areas.size(); ++k)
        set |= has_row[k] && inside[k][j] ? std::size_t{1} << k : 0;
      ++t.differ[set];
      if (t.places[set].size() < kPlaces) t.places[set].emplace_back(row, j);
    }
  });
}

}  // namespace

Disagreement disagreement(const ComparedRows& rows, std::uint64_t lines) {
  const std::size_t width = rows.columns;
  const std::uint64_t bands = std::clamp<std::uint64_t>(
      kCells / std::max<std::size_t>(width, 1), 1, std::max<std::uint64_t>(rows.rows / kBand, 1));
  const Scan first = scan(rows, bands);
  Disagreement found{rows.rows, width, first.all.differ, {}, 0, {}};
  if (found.differ == 0) return found;
  std::vector<Area> areas;
  if (!first.wrong.empty())
    areas.push_back({first.wrong, indices_that(width, [&](std::uint64_t j) {
                       return first.in_wrong[j].mostly();
                     })});
  const bool in_bands = (rows.rows + bands - 1) / bands >= kBand;
  const Columns among = wrong_columns(first.cells, width, in_bands);
  if (const auto columns = indices_that(width, [&](std::uint64_t j) { return among[j]; });
      !columns.empty()) {
    const Area area{scan(rows, bands, &among).wrong, columns};
    if (!area.rows.empty() && !areas.empty() && similar(areas.front(), area))
      areas.front().rows = areas.front().rows.joined(area.rows);
    else if (!area.rows.empty())
      areas.push_back(area);
  }
  if (areas.empty() && found.differ > kPlaces) areas.push_back(block_of(rows, first, bands));
  for (Area& area : areas) area.rows = whole(tidied(area.rows), lines);
  std::erase_if(areas, [](const Area& area) { return area.entries() == 0; });
  const Tally counts = tally(rows, areas);
  std::size_t kept = 0;  // the set of areas that are reported
  for (std::size_t k = 0; k < areas.size(); ++k) {
    for (std::size_t set = 0; set < counts.differ.size(); ++set)
      areas[k].differ += (set >> k & 1) == 1 ? counts.differ[set] : 0;
    const auto differ = static_cast<double>(areas[k].differ);
    if (differ < kDense * static_cast<double>(areas[k].entries()) ||
        (areas.size() > 1 && kFewOf * areas[k].differ < found.differ))
      continue;
    kept |= std::size_t{1} << k;
    found.areas.push_back(areas[k]);
  }
  for (std::size_t set = 0; set < counts.differ.size(); ++set) {
    if ((set & kept) != 0) continue;
    found.scattered += counts.differ[set];
    found.places.insert(found.places.end(), counts.places[set].begin(), counts.places[set].end());
  }
  std::sort(found.places.begin(), found.places.end());
  if (found.places.size() > kPlaces) found.places.resize(kPlaces);
  return found;
}

}  // namespace sextant::verify
