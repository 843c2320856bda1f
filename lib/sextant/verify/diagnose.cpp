#include "sextant/verify/diagnose.hpp"

#include <algorithm>

#include "sextant/number/text.hpp"
#include "sextant/verify/replay.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kSampleRows = 64;
constexpr std::uint64_t kReplayedEntries = std::uint64_t{1} << 23;

bool possible(std::string_view name, const recipe::Chain& chain) {
  return chain.store.precision <= recipe::computes_in(name, chain).precision;
}

/// The sound recipes, those that reproduce most of some rows first; equals keep the catalogue's
/// order.
std::vector<std::string_view> sound_recipes(const Source& few, const Chart& program,
                                            const recipe::Chain& chain) {
  std::vector<std::pair<double, std::string_view>> ranked;
  for (const recipe::Entry& entry : recipe::catalogue()) {
    if (!entry.sound || !possible(entry.name, chain)) continue;
    const auto recipe = recipe::make(entry.name, program, chain, few.positions);
    ranked.emplace_back(-replay(few, *recipe).fraction(), entry.name);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string_view> names;
  for (const auto& [rank, name] : ranked) names.push_back(name);
  return names;
}

/// The same rows at the positions that a suspect's detour makes of theirs; nothing where it
/// overflows.
std::optional<Source> seen_as(Source source, const Suspect& suspect) {
  const auto& detour = suspect.chain.detours.position;
  if (!detour) return source;
  std::vector<Position> rounded;
  for (std::uint64_t row = 0; row < source.rows; ++row) {
    const Number n = round(*detour, to_rational(source.positions[row]));
    if (!n.finite() || abs(to_rational(n)) > to_rational(kLargestPosition)) return std::nullopt;
    rounded.push_back(to_position(to_rational(n)));
  }
  source.positions = Positions::of(std::move(rounded));
  return source;
}

/// Whether a suspect's prediction covers a source.
bool explains(const Source& claimed, const Suspect& suspect, const exact::Oracle& oracle) {
  const auto seen = seen_as(claimed, suspect);
  if (!seen) return false;
  const Source& source = *seen;
  recipe::Chain plain = suspect.chain;
  plain.detours = {};
  if (suspect.given) {
    const auto recipe = recipe::make_given(suspect.truth, plain, source.positions);
    return cover(source, oracle, *recipe, plain.compute).whole();
  }
  return grant(source, oracle, suspect.program, plain).has_value();
}

/// The best that any recipe does at making a table again, bit for bit; of a long one, at its
/// sample.
double best_match(const Source& source, const Chart& program, const recipe::Chain& chain) {
  const bool small = source.rows * source.columns <= kReplayedEntries;
  const Source rows = small ? source : sample(source, kSampleRows);
  double best = 0;
  for (const recipe::Entry& entry : recipe::catalogue()) {
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
  for (const std::string_view name :
       sound_recipes(sample(source, kSampleRows), claim.chart, claim.chain)) {
    const auto recipe = recipe::make(name, claim.chart, claim.chain, source.positions);
    Coverage coverage = cover(source, oracle, *recipe, recipe::computes_in(name, claim.chain));
    if (!best || coverage.outside < best->outside) best = std::move(coverage);
  }
  if (!best || best->outside == 0 || best->outside > few_of(best->entries)) return std::nullopt;
  Finding finding{"corrupt-entry",
                  {{"entries", best->outside}, {"places", nlohmann::json::array()}},
                  best_match(source, claim.chart, claim.chain)};
  for (const Outside& place : best->places) {
    finding.parameters["places"].push_back(
        {{"position", to_text(place.position)},
         {"row", place.row},
         {"channel", place.channel},
         {"got", shortest_decimal(source.format, from_double(place.got))},
         {"want", shortest_decimal(source.format, from_double(place.want))}});
  }
  return finding;
}

}  // namespace

std::optional<Grant> grant(const Source& source, const exact::Oracle& oracle, const Chart& program,
                           const recipe::Chain& chain, const Progress& progress) {
  const Source few = sample(source, kSampleRows);
  for (const std::string_view name : sound_recipes(few, program, chain)) {
    const Format compute = recipe::computes_in(name, chain);
    const auto covers = [&](const Source& rows, const Progress& shown) {
      return cover(rows, oracle, *recipe::make(name, program, chain, rows.positions), compute,
                   shown);
    };
    if (!covers(few, {}).whole()) continue;
    const Coverage all = covers(source, progress);
    if (!all.whole()) continue;
    std::string words = recipe::hypothesis(compute);
    if (all.by_reproduction)
      words += "; where its bound exceeds 0.1, by one frequency a column within that hypothesis";
    return Grant{std::string(name), words, all.fraction, all.by_reproduction};
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
    if (!explains(few, suspect, truth)) continue;
    if (source.rows > few.rows && !explains(source, suspect, truth)) continue;
    return {
        {suspect.fault, suspect.parameters, best_match(source, suspect.program, suspect.chain)}};
  }
  if (auto finding = corrupt(source, claim, oracle)) return {*finding};
  return {};
}

}  // namespace sextant::verify
