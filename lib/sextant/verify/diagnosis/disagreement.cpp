#include "sextant/verify/diagnosis/disagreement.hpp"

#include <algorithm>

#include "sextant/measure/prefilter/sweep.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kCells = std::uint64_t{1} << 16;  // of a map, bands times columns
constexpr std::uint64_t kBand = 32;  // rows of a band at least: chance never damages half of them
constexpr std::size_t kStretchesKept = 4096;  // while reading: of more, neighbours are joined
constexpr std::size_t kStretches = 4;         // in the end
constexpr std::size_t kPlaces = 4;
constexpr std::uint64_t kFewOf = 64;  // a smaller part of the whole counts as scattered
constexpr double kDense = 0.3;  // of an area's entries that disagree: a smaller part is scattered

/// What is known of an entry.
enum Mark : char { kAgrees, kDiffers, kUntold };

struct Count {
  std::uint64_t asked = 0, differ = 0;
  void merge(const Count& other) { asked += other.asked, differ += other.differ; }
  void add(char mark) {
    asked += mark != kUntold ? 1 : 0;
    differ += mark == kDiffers ? 1 : 0;
  }
  bool mostly() const { return asked > 0 && 2 * differ >= asked; }
};

std::vector<Count>& merge(std::vector<Count>& a, const std::vector<Count>& b) {
  if (a.empty()) a.resize(b.size());
  for (std::size_t k = 0; k < b.size(); ++k) a[k].merge(b[k]);
  return a;
}

/// Adds what follows the last stretch, or what begins with it.
void append(Stretches& all, const Stretch& next) {
  if (!all.empty() && all.back().last + 1 >= next.first)
    all.back().last = std::max(all.back().last, next.last);
  else
    all.push_back(next);
  if (all.size() < kStretchesKept) return;
  for (std::size_t k = 0; 2 * k + 1 < all.size(); ++k)
    all[k] = {all[2 * k].first, all[2 * k + 1].last};
  all.resize(all.size() / 2);
}

/// What is counted of consecutive rows; merged in their order.  Of a row most of whose entries
/// disagree the number is kept; of the others a map is drawn.
struct Tally {
  Count all;
  Stretches bad;
  std::uint64_t bad_rows = 0;
  std::vector<Count> in_bad;  ///< by column
  std::vector<Count> cells;   ///< of the other rows, by band and column
  std::vector<std::pair<std::uint64_t, std::size_t>> places;

  void merge(const Tally& other) {
    all.merge(other.all);
    for (const Stretch& next : other.bad) append(bad, next);
    bad_rows += other.bad_rows;
    verify::merge(in_bad, other.in_bad);
    verify::merge(cells, other.cells);
    for (const auto& place : other.places)
      if (places.size() < kPlaces) places.push_back(place);
  }
};

/// Calls see(row, marks, result) with which entries of every row disagree.
template <class Result, class See>
Result marked(const ComparedRows& rows, const See& see) {
  return measure::sweep<Result>(
      rows.rows, rows.block(), [&](std::uint64_t first, std::uint64_t last, Result& result) {
        const std::size_t n = (last - first) * rows.columns;
        std::vector<double> got(n), want(n), within(n);
        std::vector<char> marks(rows.columns);
        rows.read(first, last - first, got, want, within);
        for (std::uint64_t row = first; row < last; ++row) {
          const std::size_t at = (row - first) * rows.columns;
          for (std::size_t j = 0; j < rows.columns; ++j)
            marks[j] = disagrees(got[at + j], want[at + j], within[at + j], rows.format) ? kDiffers
                       : tells(within[at + j])                                           ? kAgrees
                                                                                         : kUntold;
          see(row, marks, result);
        }
      });
}

/// Without the gaps that are short beside what they part, and as few as can be said.
Stretches tidied(Stretches all) {
  Stretches kept;
  for (const Stretch& next : all) {
    if (!kept.empty() &&
        8 * (next.first - kept.back().last - 1) <= kept.back().count() + next.count())
      kept.back().last = next.last;
    else
      kept.push_back(next);
  }
  const std::uint64_t least = count(kept) / kFewOf;  // fewer by themselves are scattered
  std::erase_if(kept, [&](const Stretch& s) { return s.count() < least; });
  while (kept.size() > kStretches) {
    const auto gap = [](const Stretch& a, const Stretch& b) { return b.first - a.last; };
    std::size_t next = 1;
    for (std::size_t k = 1; k < kept.size(); ++k)
      if (gap(kept[k - 1], kept[k]) < gap(kept[next - 1], kept[next])) next = k;
    kept[next - 1].last = kept[next].last;
    kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(next));
  }
  return kept;
}

/// The numbers below `all` for which `is` returns true.
template <class Is>
Stretches those(std::uint64_t all, const Is& is) {
  Stretches found;
  for (std::uint64_t k = 0; k < all; ++k)
    if (is(k)) append(found, {k, k});
  return found;
}

Count over(const std::vector<Count>& columns, const Stretches& some) {
  Count sum;
  for (const Stretch& s : some)
    for (std::uint64_t j = s.first; j <= s.last; ++j) sum.merge(columns[j]);
  return sum;
}

/// An area of rows that were counted by column; the rows that came with them count as right.
Area area_of(Stretches rows, std::uint64_t counted, Stretches columns, const Count& sum) {
  const double part = sum.asked > 0
                          ? static_cast<double>(sum.differ) * static_cast<double>(counted) /
                                (static_cast<double>(sum.asked) *
                                 static_cast<double>(std::max(counted, count(rows))))
                          : 0;
  return {std::move(rows), std::move(columns), part};
}

/// Two areas of about the same columns are one.
bool same_columns(const Area& a, const Area& b) {
  const std::uint64_t either = count(joined(a.columns, b.columns));
  return 4 * (count(a.columns) + count(b.columns) - either) >= 3 * either;
}

/// Rows in which most of some columns disagree.
struct Ends {
  Stretches rows;
  Count sum;
  std::uint64_t counted = 0;
  void merge(const Ends& other) {
    for (const Stretch& next : other.rows) append(rows, next);
    sum.merge(other.sum);
    counted += other.counted;
  }
};

/// The area outside the rows that are bad altogether: columns that are mostly wrong there, in all
/// of these rows or in some bands of them.
std::optional<Area> of_columns(const ComparedRows& rows, const Tally& tally, std::uint64_t band) {
  const std::size_t width = rows.columns;
  std::vector<Count> columns(width);
  for (std::size_t k = 0; k < tally.cells.size(); ++k) columns[k % width].merge(tally.cells[k]);
  Stretches found = those(width, [&](std::uint64_t j) { return columns[j].mostly(); });
  if (found.empty() && band >= kBand) {
    found = those(width, [&](std::uint64_t j) {
      for (std::size_t k = j; k < tally.cells.size(); k += width)
        if (tally.cells[k].asked >= kBand / 2 && tally.cells[k].mostly()) return true;
      return false;
    });
  }
  if (found.empty()) return std::nullopt;
  std::vector<char> among(width, 0);
  for (const Stretch& s : found)
    std::fill(among.begin() + static_cast<std::ptrdiff_t>(s.first),
              among.begin() + static_cast<std::ptrdiff_t>(s.last) + 1, 1);
  Ends ends = marked<Ends>(rows, [&](std::uint64_t row, const std::vector<char>& marks, Ends& e) {
    Count all, some;
    for (std::size_t j = 0; j < width; ++j) {
      all.add(marks[j]);
      if (among[j] != 0) some.add(marks[j]);
    }
    if (all.mostly() || !some.mostly()) return;
    append(e.rows, {row, row});
    e.sum.merge(some);
    ++e.counted;
  });
  if (ends.rows.empty()) return std::nullopt;
  return area_of(std::move(ends.rows), ends.counted, std::move(found), ends.sum);
}

}  // namespace

std::uint64_t count(const Stretches& stretches) {
  std::uint64_t sum = 0;
  for (const Stretch& s : stretches) sum += s.count();
  return sum;
}

Stretches joined(const Stretches& a, const Stretches& b) {
  Stretches both(a.size() + b.size());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), both.begin(),
             [](const Stretch& x, const Stretch& y) { return x.first < y.first; });
  Stretches found;
  for (const Stretch& next : both) append(found, next);
  return found;
}

Disagreement disagreement(const ComparedRows& rows) {
  const std::size_t width = rows.columns;
  const std::uint64_t bands = std::clamp<std::uint64_t>(
      kCells / std::max<std::size_t>(width, 1), 1, std::max<std::uint64_t>(rows.rows / kBand, 1));
  const std::uint64_t band = (rows.rows + bands - 1) / bands;
  const auto tally =
      marked<Tally>(rows, [&](std::uint64_t row, const std::vector<char>& marks, Tally& t) {
        if (t.in_bad.empty()) t.in_bad.resize(width);
        if (t.cells.empty()) t.cells.resize(bands * width);
        Count of_row;
        for (const char mark : marks) of_row.add(mark);
        t.all.merge({width, of_row.differ});
        const bool bad = of_row.mostly();
        if (bad) append(t.bad, {row, row});
        t.bad_rows += bad ? 1 : 0;
        Count* counts = bad ? t.in_bad.data() : &t.cells[row / band * width];
        for (std::size_t j = 0; j < width; ++j) {
          counts[j].add(marks[j]);
          if (!bad && marks[j] == kDiffers && t.places.size() < kPlaces)
            t.places.emplace_back(row, j);
        }
      });
  Disagreement found{rows.rows, width, tally.all.asked, tally.all.differ, {}, 0, tally.places};
  const auto add = [&](Area area) {
    const auto inside = static_cast<double>(count(area.rows));
    area.rows = tidied(std::move(area.rows));
    area.part *= inside / static_cast<double>(std::max<std::uint64_t>(count(area.rows), 1));
    if (area.part >= kDense && !area.rows.empty()) found.areas.push_back(std::move(area));
  };
  std::optional<Area> whole, some = of_columns(rows, tally, band);
  if (!tally.bad.empty()) {
    const Stretches columns =
        those(width, [&](std::uint64_t j) { return tally.in_bad[j].mostly(); });
    const Count sum = over(tally.in_bad, columns);
    whole = area_of(tally.bad, tally.bad_rows, columns, sum);
  }
  if (whole && some && same_columns(*whole, *some)) {
    const auto first = static_cast<double>(count(whole->rows));
    const auto second = static_cast<double>(count(some->rows));
    whole->part = (whole->part * first + some->part * second) / (first + second);
    whole->rows = joined(whole->rows, some->rows);
    some.reset();
  }
  if (whole) add(*std::move(whole));
  if (some) add(*std::move(some));
  const auto differing = [](const Area& area) {
    return area.part * static_cast<double>(count(area.rows)) *
           static_cast<double>(count(area.columns));
  };
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
