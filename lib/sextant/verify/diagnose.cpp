#include "sextant/verify/diagnose.hpp"

#include <algorithm>

#include "sextant/number/text.hpp"
#include "sextant/verify/grant.hpp"
#include "sextant/verify/replay.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kReplayedEntries = std::uint64_t{1} << 23;

bool in_range(Position p) { return p <= kLargestPosition && p >= -kLargestPosition; }

/// The same rows at positions further by `shift`; nothing where one leaves the range.
std::optional<Source> shifted(Source source, Position shift) {
  Positions& positions = source.positions;
  std::vector<Position> list;
  if (positions.listed) list = *positions.listed;
  for (Position& position : list) position += shift;
  positions.first += shift;
  const bool fits = positions.listed
                        ? std::all_of(list.begin(), list.end(), in_range)
                        : in_range(positions[0]) && in_range(positions[source.rows - 1]);
  if (!fits) return std::nullopt;
  if (positions.listed) positions = Positions::of(std::move(list), positions.parts);
  return source;
}

/// The same rows at the positions that a suspect makes of theirs; nothing where a detour overflows,
/// or leaves the parts that they are counted in.
std::optional<Source> rounded(Source source, const Suspect& suspect) {
  const auto& detour = suspect.chain.detours.position;
  if (!detour && !suspect.last) return source;
  const Rational parts(Integer(source.positions.parts));
  std::vector<Position> list;
  for (std::uint64_t row = 0; row < source.rows; ++row) {
    Position p = source.positions[row];
    if (suspect.last) p = std::min(p, *suspect.last);
    if (!detour) {
      list.push_back(p);
      continue;
    }
    const Number n = round(*detour, Rational(to_rational(p) / parts));
    if (!n.finite()) return std::nullopt;
    const Rational counted = to_rational(n) * parts;
    if (!is_integer(counted) || abs(counted) > to_rational(kLargestPosition)) return std::nullopt;
    list.push_back(to_position(counted));
  }
  source.positions = Positions::of(std::move(list), source.positions.parts);
  return source;
}

/// Whether a suspect's prediction covers a source.
bool explains(const Source& started, const Suspect& suspect, const exact::Oracle& oracle) {
  const auto seen = rounded(started, suspect);
  if (!seen) return false;
  const Source& source = *seen;
  recipe::Chain plain = suspect.chain;
  plain.detours = {};
  if (!suspect.recipe.empty()) {
    const auto recipe = recipe::make(suspect.recipe, suspect.program, plain, source.positions);
    return replay(source, *recipe, 0).all();
  }
  if (suspect.given != Given::no) {
    const auto recipe =
        recipe::make_given(suspect.truth, plain, source.positions, suspect.given == Given::nearly);
    return cover(source, oracle, *recipe, plain.compute, {.patience = 0}).whole();
  }
  return grant(source, oracle, suspect.program, plain).has_value();
}

/// The best that any recipe does at making a table again, bit for bit; of a long one, at its
/// sample.
double best_match(const Source& source, const Chart& program, const recipe::Chain& chain) {
  const bool small = source.rows * source.columns <= kReplayedEntries;
  const Source rows = small ? source : sample(source, kSampleRows);
  double best = 0;
  for (const recipe::Entry& entry : recipe::catalogue(program)) {
    if (entry.sequential || !possible(entry.name, chain)) continue;
    const auto recipe = recipe::make(entry.name, program, chain, rows.positions);
    best = std::max(best, replay(rows, *recipe).fraction());
  }
  return best;
}

/// How many of a table's entries are a few: one in a hundred, or three if that is not one in eight.
std::uint64_t few_of(std::uint64_t entries) {
  return std::max(entries / 100, std::min<std::uint64_t>(3, entries / 8));
}

/// A few entries outside every bound, all others inside.
std::optional<Finding> corrupt(const Source& source, const Claim& claim,
                               const exact::Oracle& oracle) {
  std::optional<Coverage> best;
  const std::uint64_t most = few_of(source.rows * source.columns);
  const Source some = sample(source, kSampleRows);
  std::optional<measure::Profile> seen;
  for (const Sound& sound : sound_recipes(some, claim.chart, claim.chain)) {
    // What is outside among some rows is outside among all.
    if (cover(first_of(some), oracle, *sound.recipe, sound.compute, {.patience = most}).outside >
        most)
      continue;
    if (cover(some, oracle, *sound.recipe, sound.compute, {.patience = most}).outside > most)
      continue;
    const auto recipe = recipe::make(sound.name, claim.chart, claim.chain, source.positions);
    if (!seen) seen = profile(source, oracle);
    Coverage coverage =
        cover(source, oracle, *recipe, sound.compute, {most, seen ? &*seen : nullptr});
    if (!best || coverage.outside < best->outside) best = std::move(coverage);
  }
  if (!best || best->outside == 0 || best->outside > most) return std::nullopt;
  Finding finding{"corrupt-entry",
                  {{"entries", best->outside}, {"places", nlohmann::json::array()}},
                  best_match(source, claim.chart, claim.chain)};
  for (const Outside& place : best->places) {
    finding.parameters["places"].push_back(
        {{"position", to_text(place.position, source.positions.parts)},
         {"row", place.row},
         {"channel", place.channel},
         {"got", shortest_decimal(source.format, from_double(place.got))},
         {"want", shortest_decimal(source.format, from_double(place.want))}});
  }
  return finding;
}

}  // namespace

double match(const Source& source, const Claim& claim) {
  return best_match(source, claim.chart, claim.chain);
}

std::vector<Finding> diagnose(const Source& source, const Claim& claim,
                              const exact::Oracle& oracle) {
  const Source few = sample(source, kSampleRows);
  for (const Suspect& suspect : suspects(source, claim)) {
    const exact::Oracle truth(suspect.truth);
    const auto some = shifted(few, suspect.shift);
    if (!some || !explains(*some, suspect, truth)) continue;
    const auto all = shifted(source, suspect.shift);
    if (!all || (source.rows > few.rows && !explains(*all, suspect, truth))) continue;
    return {{suspect.fault, suspect.parameters, best_match(*all, suspect.program, suspect.chain)}};
  }
  if (auto finding = corrupt(source, claim, oracle)) return {*finding};
  return {};
}

}  // namespace sextant::verify
