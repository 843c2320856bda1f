#include "sextant/verify/diagnosis/where.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "sextant/verify/diagnosis/estimate.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kRowsRead = 64;     // of an area, for what is common to them
constexpr std::size_t kColumnsMoved = 512;  // more of them are not looked for elsewhere
constexpr std::size_t kMostSegments = 2;    // of columns that are found elsewhere

/// Whether nearly all of some do: a tenth of the entries may be damaged.
bool nearly_all(std::size_t those, std::size_t of) { return of > 0 && 6 * those >= 5 * of; }

/// Some rows of an area in memory, spread evenly over it.
class AreaRows {
 public:
  AreaRows(const ComparedRows& rows, const Area& area) : width_(rows.columns) {
    for (std::uint64_t row : spread(count(area.rows), kRowsRead)) {
      for (const Stretch& s : area.rows) {
        if (row < s.count()) {
          row += s.first;
          break;
        }
        row -= s.count();
      }
      numbers_.push_back(row);
    }
    const std::size_t read = numbers_.size();
    for (auto* values : {&got_, &want_, &within_}) values->resize(read * width_);
    for (std::size_t k = 0; k < read; ++k) {
      const auto part = [&](std::vector<double>& v) {
        return std::span(v).subspan(k * width_, width_);
      };
      rows.read(numbers_[k], 1, part(got_), part(want_), part(within_));
    }
    for (const Stretch& s : area.columns)
      for (std::uint64_t j = s.first; j <= s.last; ++j) columns_.push_back(j);
  }

  std::size_t count_rows() const { return numbers_.size(); }
  std::uint64_t number(std::size_t row) const { return numbers_[row]; }
  const std::vector<std::size_t>& columns() const { return columns_; }
  std::size_t width() const { return width_; }
  double got(std::size_t r, std::size_t j) const { return got_[r * width_ + j]; }
  double want(std::size_t r, std::size_t j) const { return want_[r * width_ + j]; }
  double within(std::size_t r, std::size_t j) const { return within_[r * width_ + j]; }
  std::span<const double> row(std::size_t r) const {
    return std::span(got_).subspan(r * width_, width_);
  }

  /// Whether three in four of a column's entries are as `meant` says: of few rows more may be
  /// damaged.
  template <class Meant>
  bool holds(std::size_t j, const Meant& meant) const {
    std::size_t asked = 0, right = 0;
    for (std::size_t r = 0; r < count_rows(); ++r) {
      const double within = this->within(r, j);
      if (!tells(within)) continue;
      ++asked;
      right += std::abs(got(r, j) - meant(r)) <= within ? 1 : 0;
      if (4 * (asked - right) > count_rows()) return false;
    }
    return asked > 0;
  }

 private:
  std::size_t width_;
  std::vector<std::uint64_t> numbers_;
  std::vector<std::size_t> columns_;
  std::vector<double> got_, want_, within_;
};

/// The number that nearly all entries of an area are, where it is not what is meant.
std::optional<std::string> constant(const AreaRows& area) {
  std::map<double, std::size_t> seen;
  std::size_t all = 0, finite = 0;
  for (std::size_t r = 0; r < area.count_rows(); ++r) {
    for (const std::size_t j : area.columns()) {
      ++all;
      if (!std::isfinite(area.got(r, j))) continue;
      ++finite;
      ++seen[area.got(r, j)];
    }
  }
  if (nearly_all(all - finite, all)) return "not finite";
  const auto most = std::max_element(
      seen.begin(), seen.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == seen.end() || !nearly_all(most->second, all) || all < 4) return std::nullopt;
  return most->first == 0 ? "zeros" : fmt::format("{:.6g} everywhere", most->first);
}

/// One row that stands in all rows of an area.
std::optional<std::string> same_row(const AreaRows& area) {
  if (area.count_rows() < 3) return std::nullopt;
  std::size_t same = 0, all = 0;
  const std::size_t middle = area.count_rows() / 2;
  for (std::size_t r = 0; r < area.count_rows(); ++r) {
    for (const std::size_t j : area.columns()) {
      ++all;
      same += area.got(r, j) == area.got(middle, j) ? 1 : 0;
    }
  }
  if (!nearly_all(same, all)) return std::nullopt;
  return "every row is the same";
}

/// The first rows, which come again and again where an area begins.
std::optional<std::string> repeated(const ComparedRows& rows, const AreaRows& area,
                                    std::uint64_t period) {
  std::vector<double> got(area.width()), want(area.width()), within(area.width());
  std::size_t same = 0, all = 0;
  for (std::size_t r = 0; period > 1 && r < area.count_rows(); ++r) {
    rows.read(area.number(r) % period, 1, got, want, within);
    for (const std::size_t j : area.columns()) {
      ++all;
      same += got[j] == area.got(r, j) ? 1 : 0;
    }
  }
  if (!nearly_all(same, all)) return std::nullopt;
  return fmt::format("rows 0-{} again", period - 1);
}

/// The factor that all columns have, if it is one.
std::optional<std::string> factor(const AreaRows& area) {
  std::vector<double> factors;
  for (const std::size_t j : area.columns()) {
    std::vector<double> ratios;
    for (std::size_t r = 0; r < area.count_rows(); ++r) {
      const double ratio = area.got(r, j) / area.want(r, j);
      if (tells(area.within(r, j)) && std::abs(area.want(r, j)) > 4 * area.within(r, j) &&
          std::isfinite(ratio))
        ratios.push_back(ratio);
    }
    if (ratios.empty()) continue;
    std::nth_element(ratios.begin(),
                     ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2), ratios.end());
    factors.push_back(ratios[ratios.size() / 2]);
  }
  if (factors.empty()) return std::nullopt;
  std::nth_element(factors.begin(),
                   factors.begin() + static_cast<std::ptrdiff_t>(factors.size() / 2),
                   factors.end());
  const double common = factors[factors.size() / 2];
  if (common == 0) return std::nullopt;
  std::size_t asked = 0, right = 0;
  for (const std::size_t j : area.columns()) {
    for (std::size_t r = 0; r < area.count_rows(); ++r) {
      if (area.want(r, j) == 0 || !tells(area.within(r, j))) continue;
      ++asked;
      right += std::abs(area.got(r, j) - common * area.want(r, j)) <=
                       area.within(r, j) * std::max(1.0, std::abs(common))
                   ? 1
                   : 0;
    }
  }
  if (!nearly_all(right, asked) || (factors.size() < 2 && asked < 4)) return std::nullopt;
  return fmt::format("{:.6g} times what is meant", common);
}

/// Columns that hold what others are meant to hold.
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
  /// Consecutive columns with the same move: of those that fit, the one that fits most.
  struct Segment {
    std::size_t first, last;
    Move move;
  };
  std::vector<Segment> segments;
  std::size_t found = 0;
  for (std::size_t n = 0; n < columns.size(); ++n) {
    if (moves[n].empty()) continue;
    ++found;
    const Move best =
        *std::max_element(moves[n].begin(), moves[n].end(),
                          [&](const Move& a, const Move& b) { return popular[a] < popular[b]; });
    if (!segments.empty() && segments.back().move == best)
      segments.back().last = columns[n];
    else
      segments.push_back({columns[n], columns[n], best});
  }
  if (!nearly_all(found, columns.size())) return std::nullopt;
  if (segments.size() > kMostSegments)
    return fmt::format("each holds what another {} should hold", noun.substr(0, noun.size() - 1));
  std::string text;
  for (const Segment& s : segments) {
    const auto at = [&](std::size_t j) { return static_cast<std::ptrdiff_t>(j) + s.move.by; };
    text +=
        fmt::format("{}{} {}-{} hold those of {} {}-{}{}", text.empty() ? "" : ", ", noun, s.first,
                    s.last, noun, at(s.first), at(s.last), s.move.negated ? ", negated" : "");
  }
  return text;
}

/// Positions whose rows an area may hold, further by a constant: as its phases ask for, those from
/// the first one on, and some by trial.
std::vector<Position> offsets(const Stretch& rows, const WaveReader& waves) {
  constexpr Position kTried = 1024;
  const Positions& claimed = waves.source.positions;
  std::vector<Position> found = {claimed[0] - claimed[rows.first]};
  Source some = waves.source;
  some.rows = std::min(rows.count(), kRowsRead);
  some.read_elements = nullptr;
  std::vector<Position> positions;
  for (std::uint64_t k = 0; k < some.rows; ++k) positions.push_back(claimed[rows.first + k]);
  some.positions = Positions::of(std::move(positions), claimed.parts);
  some.read = [&](std::uint64_t from, std::uint64_t n, std::span<double> values) {
    waves.source.read(rows.first + from, n, values);
  };
  if (some.rows > 1) {
    if (const auto likely = likely_offset(some, waves.oracle, waves.claim.formats.compute))
      found.push_back(*likely);
  }
  for (Position by = 1; by <= kTried; ++by) found.insert(found.end(), {by, -by});
  return found;
}

/// The positions whose rows an area holds, where they are others by a constant.
std::optional<std::string> moved_rows(const AreaRows& area, const Area& where,
                                      const WaveReader& waves) {
  const Expected expected(waves.claim.chart, waves.claim.formats);
  const Positions& claimed = waves.source.positions;
  std::vector<double> want(area.width()), within(area.width());
  const auto holds = [&](Position by) {
    std::size_t asked = 0, right = 0;
    for (std::size_t r = 0; r < area.count_rows(); ++r) {
      const Position there = claimed[area.number(r)] + by;
      if (there < -kLargestPosition || there > kLargestPosition) return false;
      expected.row(there, want, within);
      for (const std::size_t j : area.columns()) {
        ++asked;
        right += tells(within[j]) && std::abs(area.got(r, j) - want[j]) <= within[j] ? 1 : 0;
      }
      if (2 * right < asked) return false;
    }
    return 4 * asked >= area.count_rows() * area.columns().size() && nearly_all(right, asked);
  };
  for (const Position by : offsets(where.rows.front(), waves)) {
    if (by == 0 || !holds(by)) continue;
    return fmt::format("those of positions {} {}", to_text(by < 0 ? -by : by, claimed.parts),
                       by < 0 ? "lower" : "higher");
  }
  return std::nullopt;
}

std::string named(const Stretches& some, std::uint64_t all, const std::string& noun) {
  const std::uint64_t n = count(some);
  if (n == all) return "all " + noun;
  if (some.size() > 4 && 8 * n >= 7 * all) return fmt::format("{} of {} {}", n, all, noun);
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

/// What is common to the entries of an area; nullopt where nothing is found.
std::optional<std::string> common(const ComparedRows& rows, const Area& area,
                                  const std::string& noun, const WaveReader* waves) {
  const AreaRows some(rows, area);
  if (auto text = constant(some)) return text;
  if (auto text = same_row(some)) return text;
  if (auto text = repeated(rows, some, area.rows.front().first)) return text;
  if (auto text = factor(some)) return text;
  if (waves != nullptr) {
    if (auto text = moved_rows(some, area, *waves)) return text;
  }
  if (auto text = moved_columns(some, noun)) return text;
  if (waves == nullptr) return std::nullopt;
  const auto seen = inspect(waves->source, waves->claim, waves->oracle, area.rows.front().first,
                            area.rows.front().count());
  return seen ? common_words(*seen) : std::nullopt;
}

}  // namespace

std::string words(const Stretches& stretches, std::uint64_t all) {
  constexpr std::size_t kMostSaid = 4;
  if (stretches.size() > kMostSaid) {
    const std::uint64_t first = stretches.front().first, step = stretches[1].first - first;
    bool even = true;
    for (std::size_t k = 0; k < stretches.size(); ++k)
      even &= stretches[k].count() == 1 && stretches[k].first == first + k * step;
    if (even) return fmt::format("{}, {}, ..., {}", first, first + step, stretches.back().last);
  }
  std::string text;
  for (std::size_t k = 0; k < std::min(stretches.size(), kMostSaid); ++k) {
    const Stretch& s = stretches[k];
    text += fmt::format("{}{}", text.empty() ? "" : ", ", s.first);
    if (s.last + 1 == all && s.count() > 2)
      text += " on";
    else if (s.count() > 1)
      text += fmt::format("-{}", s.last);
  }
  if (stretches.size() <= kMostSaid) return text;
  const Stretches rest(stretches.begin() + kMostSaid, stretches.end());
  return text + fmt::format(" and {} more", count(rest));
}

Where where(const ComparedRows& rows, bool heads, const WaveReader* waves, std::uint64_t lines) {
  const std::string noun = heads ? "heads" : "columns";
  Disagreement d = disagreement(rows);
  const std::vector<Area> areas = d.areas;
  d.rows /= lines;
  for (Area& area : d.areas)
    for (Stretch& s : area.rows) s = {s.first / lines, s.last / lines};
  for (auto& place : d.places) place.first /= lines;
  Where found;
  found.fraction = d.part();
  for (std::size_t k = 0; k < areas.size(); ++k) {
    const Area& area = d.areas[k];
    found.rows = joined(found.rows, area.rows);
    found.columns = joined(found.columns, area.columns);
    found.what.push_back(area_words(d, area, noun));
    if (const auto text = common(rows, areas[k], noun, waves)) {
      found.what.back() += ": " + *text;
      found.common = true;
    }
  }
  if (heads) found.heads = found.columns;
  if (d.differ == 0)
    found.what.emplace_back(
        "no entry is farther off than roundings may take it: what is off is in the last digits");
  else if (d.areas.empty())
    found.what.push_back(scattered_words(d, noun));
  else if (64 * d.scattered > d.differ)
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
