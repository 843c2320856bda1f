#include "sextant/verify/observation/where.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sextant/number/text.hpp"
#include "sextant/verify/observation/disagreement.hpp"
#include "sextant/verify/observation/instead.hpp"
#include "sextant/verify/observation/observations.hpp"

namespace sextant::verify {
namespace {

// Entries outside of the areas are reported from 1/4096 of all that differ on: the numbers of those
// inside are products of rounded fractions.
constexpr std::uint64_t kLeastScattered = 4096;
constexpr std::size_t kMostSegments = 2;  // maximum number of column ranges named in words

/// A part of the entries, less than all, in words: "82.1 % of the entries", or "all but 3 of 4096
/// entries" if less than a thousandth is missing.
std::string part_words(std::uint64_t some, std::uint64_t all) {
  if (1000 * (all - some) < all) return fmt::format("all but {} of {} entries", all - some, all);
  const double percent = 100 * static_cast<double>(some) / static_cast<double>(all);
  return fmt::format("{:.3g} % of the entries", percent);
}

std::string named(const IndexRanges& some, std::uint64_t all, const std::string& noun) {
  const std::uint64_t n = some.count();
  if (n == all) return "all " + noun;
  if (some.ranges().size() > 4 && 8 * n >= 7 * all) return fmt::format("{} of {} {}", n, all, noun);
  return (n == 1 ? noun.substr(0, noun.size() - 1) : noun) + " " + words(some, all);
}

std::string area_words(const Disagreement& d, const Area& area, const Area& places,
                       const std::string& noun, std::uint64_t lines) {
  std::string text = named(area.columns, d.columns, noun);
  if (d.rows > lines) text = named(places.rows, d.rows / lines, "rows") + ", " + text;
  if (area.differ < area.entries())
    text += fmt::format(" ({} differ)", part_words(area.differ, area.entries()));
  return text;
}

/// The columns of an area and those whose expected entries they hold.
std::string columns_words(const Area& area, const Instead& said, const std::string& noun) {
  struct Segment {
    std::uint64_t first, last;
    Instead::Column from;  // of the first column
  };
  const std::string one = noun.substr(0, noun.size() - 1);
  std::vector<Segment> segments;  // consecutive columns
  std::uint64_t found = 0;
  for (const auto& [begin, end] : area.columns.ranges()) {
    for (std::uint64_t j = begin; j <= end; ++j) {
      const auto& from = said.columns[j];
      if (!from) continue;
      ++found;
      if (!segments.empty()) {
        auto& [first, last, of_first] = segments.back();
        if (j == last + 1 && of_first.negated == from->negated &&
            from->column == of_first.column + (j - first)) {
          last = j;
          continue;
        }
      }
      segments.push_back({j, j, *from});
    }
  }
  if (segments.size() > kMostSegments) {
    if (found == area.columns.count()) return fmt::format("each holds what another {} should", one);
    return fmt::format("{} of {} {} hold what another {} should", found, area.columns.count(), noun,
                       one);
  }
  std::string text;
  for (const auto& [first, last, from] : segments) {
    if (!text.empty()) text += ", ";
    text += first == last ? fmt::format("{} {} holds that of {} {}", one, first, one, from.column)
                          : fmt::format("{} {}-{} hold those of {} {}-{}", noun, first, last, noun,
                                        from.column, from.column + (last - first));
    if (from.negated) text += ", negated";
  }
  return text;
}

/// What the entries of an area hold, in words, and which part of them holds it.  `area` is in units
/// of `lines` rows.
std::string instead_words(const Area& area, std::uint64_t entries, const Instead& said,
                          const Format& format, const std::string& noun, std::uint64_t parts) {
  using Kind = Instead::Kind;
  const bool all = said.right == entries;
  const std::uint64_t rows = area.rows.count();
  std::string text;
  switch (said.kind) {
    case Kind::not_finite:
      text = "not finite";
      break;
    case Kind::number:
      text = said.number == 0 ? "zeros" : shortest_decimal(format, from_double(said.number));
      if (all && said.number != 0) text += " everywhere";
      break;
    case Kind::row:
      text = all ? "every row is the same" : fmt::format("row {} again", said.row);
      break;
    case Kind::period:
      if (area.rows.ranges().size() > 1)
        text = fmt::format("row r holds row r mod {}", said.row);
      else
        text = fmt::format("rows 0-{} again{}", std::min(rows, said.row) - 1,
                           rows > said.row ? " and again" : "");
      break;
    case Kind::factor:
      text = fmt::format("{:.6g} times what is meant", said.number);
      break;
    case Kind::offset:
      text = fmt::format("those of positions {} {}",
                         to_text(said.offset < 0 ? -said.offset : said.offset, parts),
                         said.offset < 0 ? "lower" : "higher");
      break;
    case Kind::columns:
      text = columns_words(area, said, noun);
      break;
  }
  return all ? text : fmt::format("{} in {}", text, part_words(said.right, entries));
}

std::string scattered_words(const Disagreement& d, const std::string& noun) {
  if (d.scattered > d.places.size() || d.places.empty())
    return fmt::format("{} of {} entries ({:.3g} %), scattered", d.scattered, d.entries(),
                       100 * static_cast<double>(d.scattered) / static_cast<double>(d.entries()));
  std::string text = d.scattered == 1 ? "1 entry:" : fmt::format("{} entries:", d.scattered);
  for (const auto& [row, column] : d.places)
    text += fmt::format("{} row {}, {} {}", text.back() == ':' ? "" : ";", row,
                        noun.substr(0, noun.size() - 1), column);
  return text;
}

/// What the waves of an area's first rows have in common; nullopt if nothing is found.
std::optional<std::string> waves_words(const Area& area, const WaveReader& waves) {
  const auto& [first, last] = area.rows.ranges().front();
  const auto seen = observe(waves.source, waves.claim, waves.oracle, first, last - first + 1);
  auto text = seen ? common_words(*seen) : std::nullopt;
  if (text && seen->rows < area.rows.count())
    *text += fmt::format(" (in rows {}-{})", first, first + seen->rows - 1);
  return text;
}

/// An area in units of `lines` rows.
Area in_places(const Area& area, std::uint64_t lines) {
  Area found{{}, area.columns, area.differ};
  for (const auto& [first, last] : area.rows.ranges())
    found.rows.add(IndexRanges::Range{first / lines, last / lines});
  return found;
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
  Disagreement d = disagreement(rows, lines);
  Where found;
  found.fraction =
      static_cast<double>(d.differ) / static_cast<double>(std::max<std::uint64_t>(d.entries(), 1));
  for (const Area& area : d.areas) {
    const Area places = in_places(area, lines);
    found.rows = found.rows.joined(places.rows);
    found.columns = found.columns.joined(places.columns);
    found.what.push_back(area_words(d, area, places, noun, lines));
    std::optional<std::string> text;
    if (const auto said = instead(rows, area, waves, lines)) {
      const std::uint64_t parts = waves != nullptr ? waves->claim.chart.waves.parts : 1;
      text = instead_words(places, area.entries(), *said, rows.format, noun, parts);
    } else if (waves != nullptr) {
      text = waves_words(area, *waves);
    }
    if (text) found.what.back() += ": " + *text;
    found.common |= text.has_value();
  }
  for (auto& place : d.places) place.first /= lines;
  if (heads) found.heads = found.columns;
  if (d.differ == 0)
    found.what.emplace_back(
        "no place stands out: each entry alone is as near as roundings at its position may leave "
        "it");
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
  const WaveReader reader{source, claim, oracle};
  return where(compared(source, expected), heads, has_waves(claim.chart) ? &reader : nullptr);
}

}  // namespace sextant::verify
