#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "sextant/number/ulp.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"
#include "sextant/verify/accept/excess.hpp"
#include "sextant/verify/accept/grant.hpp"
#include "sextant/verify/accept/granting.hpp"
#include "sextant/verify/diagnosis/makers.hpp"
#include "sextant/verify/diagnosis/rotating_run.hpp"
#include "sextant/verify/diagnosis/suspect_positions.hpp"
#include "sextant/verify/diagnosis/suspect_storing.hpp"
#include "sextant/verify/diagnosis/trial.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kFewest = 3;  // entries that may be damaged in any way

/// How many of a table's entries are a few: one in a hundred, or three if that is not one in eight.
std::uint64_t few_of(std::uint64_t entries) {
  return std::max(entries / 100, std::min(kFewest, entries / 8));
}

/// Whether some of the few outside are so near to their bounds that another library may have made
/// them: that is no damage.  Where bounds do not decide, nothing is told of them.
bool by_library(const Coverage& coverage, const Source& source, const exact::Oracle& oracle,
                const Sound& sound) {
  const Coverage decided = cover_decided(source, oracle, sound, coverage.outside);
  const auto near = [&](const Outside& place) {
    return excess(place, sound, oracle, source.format).near();
  };
  return decided.near > 0 || (decided.places.empty() &&
                              std::all_of(coverage.places.begin(), coverage.places.end(), near));
}

/// Whether all that is known to be outside is of one pair: that pair is wrong, and not damaged.
bool of_one_pair(const Coverage& coverage, const Chart& chart) {
  const auto pair = [&](const Outside& place) { return chart.channels[place.channel].pair; };
  return std::all_of(coverage.places.begin(), coverage.places.end(), [&](const Outside& place) {
    return pair(place) == pair(coverage.places.front());
  });
}

/// Whether the first entry that is outside stands in a row of zeros: that row is wrong, and not
/// damaged.
bool in_blank_row(const Coverage& coverage, const Source& source) {
  std::vector<double> values(source.columns);
  source.read(coverage.places.front().row, 1, values);
  return std::all_of(values.begin(), values.end(), [](double x) { return x == 0; });
}

/// Whether the first few entries outside are off by more than twice what (17) allows: a few that
/// are hardly beyond are of an error that all have, and not damaged. verdict.md, (17)
bool gross(const Coverage& coverage, const Source& source, const exact::Oracle& oracle,
           const Sound& sound) {
  return std::all_of(coverage.places.begin(), coverage.places.end(), [&](const Outside& place) {
    return excess(place, sound, oracle, source.format).gross();
  });
}

/// Whether the first few outside are all hardly further off than storing leaves them, in fewer
/// bits than were computed: that is an error that all have, seen beside ties.      verdict.md, (35)
bool beside_ties(const Coverage& coverage, const Source& source, const exact::Oracle& oracle,
                 const Format& compute) {
  const double most = kVacuous * recipe::upward(oracle.waves().amplitude);
  return source.format.precision < compute.precision &&
         std::all_of(coverage.places.begin(), coverage.places.end(), [&](const Outside& place) {
           const double eighth = std::ldexp(0.125, ulp_exponent(source.format, place.want));
           return place.bound <= most && place.absolute < place.bound + eighth;
         });
}

/// Places with the numbers that stand in the table.
Coverage as_read(Coverage coverage, const Source& source) {
  std::vector<double> values(source.columns);
  for (Outside& place : coverage.places) {
    source.read(place.row, 1, values);
    place.got = values[place.channel];
  }
  return coverage;
}

/// A run but for a few entries.
std::optional<Coverage> damaged_run(const Source& source, const Suspect& suspect,
                                    const exact::Oracle& oracle, std::uint64_t most) {
  if (!suspect.within_bound || suspect.reproduced || suspect.goes_on || suspect.makes_most)
    return std::nullopt;
  auto found = run(source, oracle, suspect, most);
  if (!found || found->outside == 0 || by_any_library(source, suspect, oracle, most))
    return std::nullopt;
  return found;
}

}  // namespace

std::optional<Coverage> Trial::damage(const Suspect& suspect, Ask ask) const {
  if (!look_.could_be(suspect, false)) return std::nullopt;
  const auto moved = at(source_, shifted(source_.positions, suspect.shift));
  const auto seen = moved ? at(*moved, rounded(moved->positions, suspect)) : std::nullopt;
  if (!seen) return std::nullopt;
  const exact::Oracle truth(suspect.truth);
  const Source all = before_storing(*seen, suspect.chain, truth);
  const std::uint64_t most = few_of(all.rows * all.columns);
  if (runs(suspect)) {
    const auto found = damaged_run(all, suspect, truth, most);
    return found ? std::optional(as_read(*found, *seen)) : std::nullopt;
  }
  const Source some = sample(all, kSampleRows);
  std::optional<measure::Profile> profiled;
  // No bound decides anything of angles that were rounded.
  const bool some_asked =
      ask == Ask::decided && suspect.recipe.empty() && !suspect.chain.detours.angle;
  const auto covered = [&](const Source& rows, const Sound& sound, bool whole) {
    if (some_asked) return cover_decided(rows, truth, sound, most);
    if (whole && !profiled) profiled = profile(rows, truth);
    const measure::Profile* known = whole && profiled ? &*profiled : nullptr;
    const bool as_stored = !suspect.recipe.empty();  // of which no profile knows
    return cover(rows, truth, *sound.recipe, sound.compute,
                 {most, as_stored ? nullptr : known, as_stored});
  };
  std::optional<Coverage> best;
  bool library = false, large = false;
  for (const Sound& sound : recipes_of(suspect, some)) {
    // What is outside among some rows is outside among all.
    if (covered(beginning(some), sound, false).outside > most ||
        covered(some, sound, false).outside > most)
      continue;
    for (const Sound& whole : recipes_of(suspect, all)) {
      if (whole.name != sound.name) continue;
      Coverage coverage = covered(all, whole, true);
      if (best && coverage.outside >= best->outside) continue;
      library = !some_asked && coverage.outside <= most && by_library(coverage, all, truth, whole);
      large = gross(coverage, all, truth, whole);
      best = std::move(coverage);
    }
  }
  if (library || !best || best->outside == 0 || best->outside > most) return std::nullopt;
  if (beside_ties(*best, all, truth, suspect.chain.compute)) return std::nullopt;
  if (best->outside > kFewest && (of_one_pair(*best, truth.chart()) || in_blank_row(*best, *seen)))
    return std::nullopt;
  if (!suspect.recipe.empty() && by_any_library(all, suspect, truth, most)) return std::nullopt;
  const bool all_asked = !some_asked && best->outside <= kFewest;
  if (!all_asked && !large) return std::nullopt;
  return as_read(*best, *seen);
}

}  // namespace sextant::verify
