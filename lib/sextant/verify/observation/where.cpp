#include "sextant/verify/observation/where.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "sextant/verify/observation/disagreement.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/observation/observations.hpp"

namespace sextant::verify {
namespace {

// Entries outside of the areas are reported from 1/4096 of all that differ on: the numbers of those
// inside are products of rounded fractions.
constexpr std::uint64_t kLeastScattered = 4096;
// Rows of an area that are read to find what they have in common.
constexpr std::uint64_t kRowsRead = 64;
constexpr std::size_t kColumnsMoved = 512;  // wider tables are not searched for moved columns
constexpr std::size_t kMostSegments = 2;    // maximum number of column ranges named in words

/// The number of compared entries, and of those that are right.
struct Share {
  std::size_t asked = 0, right = 0;
  /// Up to a sixth of the entries may be wrong.
  bool nearly_all() const { return asked > 0 && 6 * right >= 5 * asked; }
};

/// A sample of an area's rows in memory, spread evenly.
class AreaRows {
 public:
  AreaRows(const ComparedRows& rows, const Area& area) : width_(rows.columns) {
    for (const std::uint64_t row : spread(area.rows.count(), kRowsRead))
      numbers_.push_back(area.rows[row]);
    for (auto* values : {&got_, &want_, &within_}) values->resize(numbers_.size() * width_);
    for (std::size_t k = 0; k < numbers_.size(); ++k) {
      const auto part = [&](std::vector<double>& v) {
        return std::span(v).subspan(k * width_, width_);
      };
      rows.read(numbers_[k], 1, part(got_), part(want_), part(within_));
    }
    for (std::uint64_t k = 0; k < area.columns.count(); ++k) columns_.push_back(area.columns[k]);
  }

  std::size_t count_rows() const { return numbers_.size(); }
  std::uint64_t number(std::size_t row) const { return numbers_[row]; }
  const std::vector<std::size_t>& columns() const { return columns_; }
  std::size_t width() const { return width_; }
  double got(std::size_t r, std::size_t j) const { return got_[r * width_ + j]; }
  double want(std::size_t r, std::size_t j) const { return want_[r * width_ + j]; }
  double within(std::size_t r, std::size_t j) const { return within_[r * width_ + j]; }

  /// Calls right(row, column) for all entries; nullopt means that the entry is not counted.
  template <class Right>
  Share share(const Right& right) const {
    Share found;
    for (std::size_t r = 0; r < count_rows(); ++r) {
      for (const std::size_t j : columns_) {
        const std::optional<bool> answer = right(r, j);
        found.asked += answer ? 1 : 0;
        found.right += answer.value_or(false) ? 1 : 0;
      }
    }
    return found;
  }

  /// Returns whether the entries of a column are meant(row), within their tolerances.  Up to a
  /// quarter of the rows may be damaged.
  template <class Meant>
  bool holds(std::size_t j, const Meant& meant) const {
    std::size_t asked = 0, wrong = 0;
    for (std::size_t r = 0; r < count_rows(); ++r) {
      if (!is_informative(within(r, j))) continue;
      ++asked;
      wrong += std::abs(got(r, j) - meant(r)) <= within(r, j) ? 0 : 1;
      if (4 * wrong > count_rows()) return false;
    }
    return asked > 0;
  }

 private:
  std::size_t width_;
  std::vector<std::uint64_t> numbers_;
  std::vector<std::size_t> columns_;
  std::vector<double> got_, want_, within_;
};

/// Returns "zeros", the number that nearly all entries equal, or "not finite"; nullopt if they
/// differ.
std::optional<std::string> constant(const AreaRows& area) {
  std::map<double, std::size_t> seen;
  const Share infinite = area.share([&](std::size_t r, std::size_t j) {
    const bool finite = std::isfinite(area.got(r, j));
    if (finite) ++seen[area.got(r, j)];
    return !finite;
  });
  if (infinite.nearly_all()) return "not finite";
  const auto most = std::max_element(
      seen.begin(), seen.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == seen.end() || infinite.asked < 4 || !Share{infinite.asked, most->second}.nearly_all())
    return std::nullopt;
  return most->first == 0 ? "zeros" : fmt::format("{:.6g} everywhere", most->first);
}

/// Reports that all rows of an area are equal, or that the first rows of the table repeat where the
/// area begins.
std::optional<std::string> repeated(const ComparedRows& rows, const AreaRows& area,
                                    std::uint64_t period) {
  const std::size_t middle = area.count_rows() / 2;
  const auto as_in_middle = [&](std::size_t r, std::size_t j) {
    return area.got(r, j) == area.got(middle, j);
  };
  if (area.count_rows() >= 3 && area.share(as_in_middle).nearly_all())
    return "every row is the same";
  if (period <= 1) return std::nullopt;
  std::vector<double> got(area.width()), want(area.width()), within(area.width());
  std::uint64_t read = ~std::uint64_t{0};
  const auto as_before = [&](std::size_t r, std::size_t j) {
    if (area.number(r) != read) rows.read(area.number(r) % period, 1, got, want, within);
    read = area.number(r);
    return got[j] == area.got(r, j);
  };
  if (!area.share(as_before).nearly_all()) return std::nullopt;
  return fmt::format("rows 0-{} again", period - 1);
}

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Reports the factor that the entries of all columns have in common; nullopt if there is none.
std::optional<std::string> factor(const AreaRows& area) {
  std::vector<double> factors;
  for (const std::size_t j : area.columns()) {
    std::vector<double> ratios;
    for (std::size_t r = 0; r < area.count_rows(); ++r) {
      const double ratio = area.got(r, j) / area.want(r, j);
      if (is_informative(area.within(r, j)) && std::abs(area.want(r, j)) > 4 * area.within(r, j) &&
          std::isfinite(ratio))
        ratios.push_back(ratio);
    }
    if (!ratios.empty()) factors.push_back(median(ratios));
  }
  const double common = factors.empty() ? 0 : median(factors);
  if (common == 0) return std::nullopt;
  const Share share = area.share([&](std::size_t r, std::size_t j) -> std::optional<bool> {
    if (area.want(r, j) == 0 || !is_informative(area.within(r, j))) return std::nullopt;
    return std::abs(area.got(r, j) - common * area.want(r, j)) <=
           area.within(r, j) * std::max(1.0, std::abs(common));
  });
  if (!share.nearly_all() || (factors.size() < 2 && share.asked < 4)) return std::nullopt;
  return fmt::format("{:.6g} times what is meant", common);
}

/// Reports columns that hold the expected content of other columns.
std::optional<std::string> moved_columns(const AreaRows& area, const std::string& noun) {
  const auto& columns = area.columns();
  if (columns.size() < 2 || area.width() > kColumnsMoved || area.count_rows() < 4)
    return std::nullopt;
  struct Move {
    std::ptrdiff_t by = 0;
    bool negated = false;
    auto operator<=>(const Move&) const = default;
  };
  std::map<Move, std::size_t> popular;
  std::vector<std::vector<Move>> moves(columns.size());
  for (std::size_t n = 0; n < columns.size(); ++n) {
    for (std::size_t k = 0; k < area.width(); ++k) {
      for (const double sign : {1.0, -1.0}) {
        const Move move{static_cast<std::ptrdiff_t>(k) - static_cast<std::ptrdiff_t>(columns[n]),
                        sign < 0};
        if (move == Move{} ||
            !area.holds(columns[n], [&](std::size_t r) { return sign * area.want(r, k); }))
          continue;
        moves[n].push_back(move);
        ++popular[move];
      }
    }
  }
  struct Segment {
    std::size_t first, last;
    Move move;
  };
  std::vector<Segment> segments;  // ranges of consecutive columns with the same most frequent move
  std::size_t found = 0;
  for (std::size_t n = 0; n < columns.size(); ++n) {
    if (moves[n].empty()) continue;
    ++found;
    const Move best =
        *std::max_element(moves[n].begin(), moves[n].end(),
                          [&](const Move& a, const Move& b) { return popular[a] < popular[b]; });
    if (segments.empty() || segments.back().move != best)
      segments.push_back({columns[n], columns[n], best});
    segments.back().last = columns[n];
  }
  if (!Share{columns.size(), found}.nearly_all()) return std::nullopt;
  if (segments.size() > kMostSegments)
    return fmt::format("each holds what another {} should hold", noun.substr(0, noun.size() - 1));
  std::string text;
  for (const auto& [first, last, move] : segments)
    text +=
        fmt::format("{}{} {}-{} hold those of {} {}-{}{}", text.empty() ? "" : ", ", noun, first,
                    last, noun, static_cast<std::ptrdiff_t>(first) + move.by,
                    static_cast<std::ptrdiff_t>(last) + move.by, move.negated ? ", negated" : "");
  return text;
}

/// Returns offsets that the rows of an area may have: the one that starts at the first position,
/// the one estimated from phases, and all up to 1024.
std::vector<Position> offsets(const IndexRanges::Range& rows, const WaveReader& waves) {
  constexpr Position kTried = 1024;
  const Positions& claimed = waves.source.positions;
  std::vector<Position> found = {claimed[0] - claimed[rows.first]};
  const std::uint64_t read = std::min(rows.count(), kRowsRead);
  const Source some = rows_of(waves.source, IndexRanges({{rows.first, rows.first + read - 1}}));
  if (read > 1) {
    if (const auto likely = likely_offset(some, waves.oracle, waves.claim.formats.compute))
      found.push_back(*likely);
  }
  for (Position by = 1; by <= kTried; ++by) found.insert(found.end(), {by, -by});
  return found;
}

/// Reports a constant offset of an area's positions; nullopt if there is none.
std::optional<std::string> moved_rows(const AreaRows& area, const Area& where,
                                      const WaveReader& waves) {
  const Expected expected(waves.claim.chart, waves.claim.formats);
  const Positions& claimed = waves.source.positions;
  std::vector<double> want(area.width()), within(area.width());
  const auto holds = [&](Position by) {
    Share share;
    for (std::size_t r = 0; r < area.count_rows(); ++r) {
      const Position there = claimed[area.number(r)] + by;
      if (there < -kLargestPosition || there > kLargestPosition) return false;
      expected.row(there, want, within);
      for (const std::size_t j : area.columns()) {
        ++share.asked;
        share.right +=
            is_informative(within[j]) && std::abs(area.got(r, j) - want[j]) <= within[j] ? 1 : 0;
      }
      if (2 * share.right < share.asked) return false;
    }
    return share.nearly_all();
  };
  for (const Position by : offsets(where.rows.ranges().front(), waves)) {
    if (by == 0 || !holds(by)) continue;
    return fmt::format("those of positions {} {}", to_text(by < 0 ? -by : by, claimed.parts),
                       by < 0 ? "lower" : "higher");
  }
  return std::nullopt;
}

std::string named(const IndexRanges& some, std::uint64_t all, const std::string& noun) {
  const std::uint64_t n = some.count();
  if (n == all) return "all " + noun;
  if (some.ranges().size() > 4 && 8 * n >= 7 * all) return fmt::format("{} of {} {}", n, all, noun);
  return (n == 1 ? noun.substr(0, noun.size() - 1) : noun) + " " + words(some, all);
}

std::string area_words(const Disagreement& d, const Area& area, const std::string& noun) {
  std::string text = named(area.columns, d.columns, noun);
  if (d.rows > 1) text = named(area.rows, d.rows, "rows") + ", " + text;
  if (area.part < 0.95) text += fmt::format(" ({:.2g} % of the entries there)", 100 * area.part);
  return text;
}

std::string scattered_words(const Disagreement& d, const std::string& noun) {
  if (d.scattered > d.places.size() || d.places.empty())
    return fmt::format("{} of {} entries ({:.2g} %), scattered", d.scattered, d.entries,
                       100 * static_cast<double>(d.scattered) / static_cast<double>(d.entries));
  std::string text = d.scattered == 1 ? "1 entry:" : fmt::format("{} entries:", d.scattered);
  for (const auto& [row, column] : d.places)
    text += fmt::format("{} row {}, {} {}", text.back() == ':' ? "" : ";", row,
                        noun.substr(0, noun.size() - 1), column);
  return text;
}

/// Reports what the entries of an area have in common; nullopt if nothing is found.
std::optional<std::string> common(const ComparedRows& rows, const Area& area,
                                  const std::string& noun, const WaveReader* waves) {
  const AreaRows some(rows, area);
  if (auto text = constant(some)) return text;
  if (auto text = repeated(rows, some, area.rows.ranges().front().first)) return text;
  if (auto text = factor(some)) return text;
  if (waves != nullptr) {
    if (auto text = moved_rows(some, area, *waves)) return text;
  }
  if (auto text = moved_columns(some, noun)) return text;
  if (waves == nullptr) return std::nullopt;
  const auto seen = observe(waves->source, waves->claim, waves->oracle,
                            area.rows.ranges().front().first, area.rows.ranges().front().count());
  return seen ? common_words(*seen) : std::nullopt;
}

}  // namespace

std::string words(const IndexRanges& some, std::uint64_t all) {
  constexpr std::size_t kMostSaid = 4;
  const auto& ranges = some.ranges();
  if (ranges.size() > kMostSaid) {
    const std::uint64_t first = ranges.front().first, step = ranges[1].first - first;
    std::uint64_t next = first;
    if (std::all_of(ranges.begin(), ranges.end(), [&](const IndexRanges::Range& range) {
          return range.count() == 1 && range.first == std::exchange(next, next + step);
        }))
      return fmt::format("{}, {}, ..., {}", first, first + step, ranges.back().last);
  }
  std::string text;
  for (std::size_t k = 0; k < std::min(ranges.size(), kMostSaid); ++k) {
    const auto& [from, to] = ranges[k];
    text += fmt::format("{}{}", text.empty() ? "" : ", ", from);
    if (to + 1 == all && ranges[k].count() > 2)
      text += " on";
    else if (to > from)
      text += fmt::format("-{}", to);
  }
  if (ranges.size() <= kMostSaid) return text;
  return text + fmt::format(" and {} more",
                            IndexRanges({ranges.begin() + kMostSaid, ranges.end()}).count());
}

Where where(const ComparedRows& rows, bool heads, const WaveReader* waves, std::uint64_t lines) {
  const std::string noun = heads ? "heads" : "columns";
  Disagreement d = disagreement(rows);
  const std::vector<Area> areas = d.areas;
  d.rows /= lines;
  for (Area& area : d.areas) {
    IndexRanges whole;
    for (const auto& [first, last] : area.rows.ranges())
      whole.add(IndexRanges::Range{first / lines, last / lines});
    area.rows = std::move(whole);
  }
  for (auto& place : d.places) place.first /= lines;
  Where found;
  found.fraction = d.part();
  for (std::size_t k = 0; k < areas.size(); ++k) {
    const Area& area = d.areas[k];
    found.rows = found.rows.joined(area.rows);
    found.columns = found.columns.joined(area.columns);
    found.what.push_back(area_words(d, area, noun));
    if (const auto text = common(rows, areas[k], noun, waves)) {
      found.what.back() += ": " + *text;
      found.common = true;
    }
  }
  if (heads) found.heads = found.columns;
  if (d.differ == 0)
    found.what.emplace_back(
        "no entry is farther off than roundings at its position may take it: no place stands out");
  else if (d.areas.empty())
    found.what.push_back(scattered_words(d, noun));
  else if (kLeastScattered * d.scattered > d.differ)
    found.what.push_back("elsewhere " + scattered_words(d, noun));
  return found;
}

Where where(const Source& source, const Claim& claim, const exact::Oracle& oracle) {
  const Expected expected(claim.chart, claim.formats);
  const bool heads = std::holds_alternative<Alibi>(claim.encoding) ||
                     std::holds_alternative<Kerple>(claim.encoding);
  const auto& channels = claim.chart.channels;
  const bool waves = std::any_of(channels.begin(), channels.end(),
                                 [](const Channel& c) { return is_wave(c.function); });
  const WaveReader reader{source, claim, oracle};
  return where(compared(source, expected), heads, waves ? &reader : nullptr);
}

}  // namespace sextant::verify
