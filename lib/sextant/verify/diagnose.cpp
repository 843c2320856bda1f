#include "sextant/verify/diagnose.hpp"

#include <algorithm>

#include "sextant/number/text.hpp"
#include "sextant/verify/replay.hpp"
#include "sextant/verify/suspect_positions.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kSampleRows = 64;
constexpr std::uint64_t kFirstRows = 4;
constexpr std::uint64_t kReplayedEntries = std::uint64_t{1} << 23;

/// A sound recipe at work on some rows.
struct Sound {
  std::string_view name;
  Format compute;
  std::unique_ptr<recipe::Recipe> recipe;
};

std::vector<Sound> sound_recipes(const Source& rows, const Chart& program,
                                 const recipe::Chain& chain) {
  std::vector<Sound> recipes;
  for (const recipe::Entry& entry : recipe::catalogue(program)) {
    if (!entry.sound || !possible(entry.name, chain)) continue;
    recipes.push_back({entry.name, recipe::computes_in(entry.name, chain),
                       recipe::make(entry.name, program, chain, rows.positions)});
  }
  return recipes;
}

/// The same source, its first few rows alone: what judges them for less.
Source first_of(Source source) {
  source.rows = std::min(source.rows, kFirstRows);
  return source;
}

/// The recipes that cover some rows, those that reproduce most of them first; equals keep the
/// catalogue's order.  Whoever does not cover the first few does not cover all.
std::vector<Sound> covering(const Source& few, const exact::Oracle& oracle, const Chart& program,
                            const recipe::Chain& chain) {
  const Source first = first_of(few);
  std::vector<std::pair<double, Sound>> ranked;
  for (Sound& sound : sound_recipes(few, program, chain)) {
    if (!cover(first, oracle, *sound.recipe, sound.compute, {.patience = 0}).whole()) continue;
    if (!cover(few, oracle, *sound.recipe, sound.compute, {.patience = 0}).whole()) continue;
    ranked.emplace_back(-replay(few, *sound.recipe).fraction(), std::move(sound));
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Sound> recipes;
  recipes.reserve(ranked.size());
  for (auto& [rank, sound] : ranked) recipes.push_back(std::move(sound));
  return recipes;
}

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
    if (replay(source, *recipe, 0).all()) return true;
    const Format compute = recipe::computes_in(suspect.recipe, plain);
    return suspect.within_bound && cover(source, oracle, *recipe, compute, {.patience = 0}).whole();
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

std::optional<Grant> grant(const Source& source, const exact::Oracle& oracle, const Chart& program,
                           const recipe::Chain& chain, const Progress& progress) {
  const Source few = sample(source, kSampleRows);
  std::optional<measure::Profile> seen;
  for (const Sound& sound : covering(few, oracle, program, chain)) {
    const auto recipe = recipe::make(sound.name, program, chain, source.positions);
    if (!seen) seen = profile(source, oracle);
    const Coverage all =
        cover(source, oracle, *recipe, sound.compute, {0, seen ? &*seen : nullptr}, progress);
    if (!all.whole()) continue;
    std::string words = recipe::hypothesis(sound.compute);
    if (all.by_reproduction) {
      words += std::string("; where its bound exceeds 0.1") +
               (oracle.waves().amplitude == 1 ? "" : " of the amplitude") +
               ", by one frequency a column within that hypothesis";
    }
    return Grant{std::string(sound.name), sound.compute, words, all.slack, all.by_reproduction};
  }
  return std::nullopt;
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
    return {{suspect.fault, suspect.parameters, best_match(*all, suspect.program, suspect.chain)}};
  }
  if (auto finding = corrupt(source, claim, oracle)) return {*finding};
  return {};
}

}  // namespace sextant::verify
