#include "sextant/verify/diagnose.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/number/text.hpp"
#include "sextant/verify/grant.hpp"
#include "sextant/verify/replay.hpp"
#include "sextant/verify/suspect_positions.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kReplayedEntries = std::uint64_t{1} << 23;

/// The same rows at other positions; nothing where there are none.
std::optional<Source> at(Source source, std::optional<Positions> positions) {
  if (!positions) return std::nullopt;
  source.positions = *std::move(positions);
  return source;
}

/// Whether a suspect's prediction covers a source.
bool explains(const Source& started, const Suspect& suspect, const exact::Oracle& oracle) {
  const auto seen = at(started, rounded(started.positions, suspect));
  if (!seen) return false;
  const Source& source = *seen;
  recipe::Chain plain = suspect.chain;
  plain.detours = {};
  if (!suspect.recipe.empty()) {
    const auto recipe = recipe::make(suspect.recipe, suspect.program, plain, source.positions);
    if (!suspect.within_bound) return replay(source, *recipe, 0).all();
    const Format compute = recipe::computes_in(suspect.recipe, plain);
    return cover(source, oracle, *recipe, compute, {.patience = 0}).whole();
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

/// The part of a source that a suspect makes again, bit for bit: by the recipe that it is about, or
/// by whichever does best.
double match_of(const Source& source, const Suspect& suspect) {
  if (suspect.recipe.empty()) return best_match(source, suspect.program, suspect.chain);
  const auto made = recipe::make(suspect.recipe, suspect.program, suspect.chain, source.positions);
  return replay(source, *made).fraction();
}

/// How many of a table's entries are a few: one in a hundred, or three if that is not one in eight.
std::uint64_t few_of(std::uint64_t entries) {
  return std::max(entries / 100, std::min<std::uint64_t>(3, entries / 8));
}

/// Whether those outside are so near to their bounds that another library may have made them, whose
/// functions err by 4 ulps and not by 1, as NumPy's vectors and OpenCL's do: no damage, then.
bool by_library(const Coverage& coverage, const exact::Oracle& oracle, const Format& compute) {
  const double more = 3 * std::ldexp(1.0, 1 - compute.precision) *
                      std::max(1.0, recipe::upward(oracle.waves().amplitude));
  return std::all_of(coverage.places.begin(), coverage.places.end(),
                     [&](const Outside& place) { return place.absolute <= place.bound + more; });
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
  if (by_library(*best, oracle, claim.chain.compute)) return std::nullopt;
  return corrupt_entries(*best, source.format, source.positions.parts,
                         best_match(source, claim.chart, claim.chain));
}

}  // namespace

Finding corrupt_entries(const Coverage& coverage, const Format& format, std::uint64_t parts,
                        double match) {
  Finding finding{
      "corrupt-entry", {{"entries", coverage.outside}, {"places", nlohmann::json::array()}}, match};
  for (const Outside& place : coverage.places) {
    finding.parameters["places"].push_back(
        {{"position", to_text(place.position, parts)},
         {"row", place.row},
         {"channel", place.channel},
         {"got", shortest_decimal(format, from_double(place.got))},
         {"want", shortest_decimal(format, from_double(place.want))}});
  }
  return finding;
}

double match(const Source& source, const Claim& claim) {
  return best_match(source, claim.chart, claim.chain);
}

std::vector<Finding> diagnose(const Source& source, const Claim& claim,
                              const exact::Oracle& oracle) {
  const Source few = sample(source, kSampleRows);
  for (const Suspect& suspect : suspects(source, claim)) {
    const exact::Oracle truth(suspect.truth);
    const bool runs = !suspect.recipe.empty() && recipe::entry(suspect.recipe).sequential;
    const Source& looked_at = runs ? source : few;  // from row to row
    const auto some = at(looked_at, shifted(looked_at.positions, suspect.shift));
    if (!some || !explains(*some, suspect, truth)) continue;
    const auto all = at(source, shifted(source.positions, suspect.shift));
    if (!all || (source.rows > few.rows && !runs && !explains(*all, suspect, truth))) continue;
    return {{suspect.fault, suspect.parameters, match_of(*all, suspect)}};
  }
  if (auto finding = corrupt(source, claim, oracle)) return {*finding};
  return {};
}

}  // namespace sextant::verify
