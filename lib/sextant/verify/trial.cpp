#include "sextant/verify/trial.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sextant/number/ulp.hpp"
#include "sextant/recipe/arithmetic.hpp"
#include "sextant/recipe/other_sines.hpp"
#include "sextant/verify/excess.hpp"
#include "sextant/verify/grant.hpp"
#include "sextant/verify/made_again.hpp"
#include "sextant/verify/makers.hpp"
#include "sextant/verify/replay.hpp"
#include "sextant/verify/rotating_run.hpp"
#include "sextant/verify/run_bits.hpp"
#include "sextant/verify/storable.hpp"
#include "sextant/verify/suspect_positions.hpp"
#include "sextant/verify/suspect_storing.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kReplayedEntries = std::uint64_t{1} << 23;
constexpr std::uint64_t kFewest = 3;  // entries that may be damaged in any way

/// A source at the positions that a suspect makes of its own.
std::optional<Source> placed(const Source& source, const Suspect& suspect) {
  return at(source, rounded(source.positions, suspect));
}

/// Whether a suspect's prediction covers a source, at positions that are shifted already.
bool covers(const Source& started, const Suspect& suspect, const exact::Oracle& oracle, Ask ask) {
  const auto seen = placed(started, suspect);
  if (!seen || (runs(suspect) && seen->positions.listed)) return false;
  const recipe::Chain plain = after_detours(suspect);
  if (!suspect.recipe.empty() && !suspect.within_bound) {
    return replay(*seen, *recipe_of(suspect, seen->positions), 0).all();
  }
  const Source source = before_storing(*seen, suspect.chain, oracle);
  if (runs(suspect) && suspect.reproduced) return turned_bit_for_bit(source, oracle, suspect);
  if (!suspect.recipe.empty()) {  // which loses digits: what is granted besides would hide that
    const auto covered = [&] {
      if (suspect.makes_most)
        return follows(source, oracle, suspect) && verify::makes_most(*seen, suspect);
      if (runs(suspect)) return run(source, oracle, suspect, 0).has_value();
      if (suspect.reproduced) return reproduces(source, suspect, oracle);
      const auto recipe = recipe_of(suspect, source.positions);
      const Format compute = recipe::computes_in(suspect.recipe, plain);
      const Extent extent{.patience = 0, .as_stored = true};
      return cover(beginning(source), oracle, *recipe, compute, extent).whole() &&
             cover(source, oracle, *recipe, compute, extent).whole();
    };
    const Source some = sample(source, kSampleRows);
    const bool quarter = recipe::trigonometry(suspect.recipe) == recipe::Trigonometry::quarter_turn;
    const auto no_library = [&] {
      return !by_any_library(some, suspect, oracle) ||
             (quarter && suspect.reproduced && by_no_library(some, suspect, oracle));
    };
    return suspect.goes_on ? goes_on(source, oracle, suspect) : covered() && no_library();
  }
  // A long table's whole is looked at by blocks, and only where its sample is covered.
  if (suspect.given == Given::no && source.rows > kSampleRows &&
      grant(source, oracle, suspect.program, plain))
    return plain.storing != recipe::Storing::nearest ||
           keeps_small_ones(source, oracle, suspect.program, plain);
  return any_recipe_of(suspect, source, [&](const Sound& sound) {
    return covers(beginning(source), oracle, sound, ask, plain.storing) &&
           covers(source, oracle, sound, ask, plain.storing);
  });
}

/// Whether rows follow from each other that a suspect's recipe leaves errors of their own, far too
/// large for that.                                                               verdict.md, (23)
bool too_smooth(const Source& started, const Suspect& suspect, const exact::Oracle& oracle) {
  if (!suspect.of_each_row || !suspect.within_bound || suspect.reproduced) return false;
  const auto source = placed(started, suspect);
  if (!source) return false;
  const auto recipe = recipe_of(suspect, source->positions);
  return smoother(*source, oracle, soundly(suspect), *recipe);
}

/// Whether a sound recipe makes more of the bits than a suspect's, though storage hides what that
/// would lose, or what it loses is another frequency.                            verdict.md, (34)
bool less_made(const Source& source, const Suspect& suspect) {
  if (!suspect.within_bound || runs(suspect) || by_given(suspect)) return false;
  const Format compute = recipe::computes_in(suspect.recipe, after_detours(suspect));
  const bool asked = recipe::trigonometry(suspect.recipe) != recipe::Trigonometry::device ||
                     source.format.precision < compute.precision;
  const auto seen = asked ? placed(source, suspect) : std::nullopt;
  return seen && !makes_as_many(*seen, suspect);
}

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

/// Whether some of the first few outside are hardly further off than storing leaves them, in fewer
/// bits than were computed: that is an error that all have, seen beside ties.      verdict.md, (35)
bool beside_ties(const Coverage& coverage, const Source& source, const exact::Oracle& oracle,
                 const Format& compute) {
  const double most = kVacuous * recipe::upward(oracle.waves().amplitude);
  return source.format.precision < compute.precision &&
         std::any_of(coverage.places.begin(), coverage.places.end(), [&](const Outside& place) {
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

/// The same rows at other positions; nothing where there are none.
std::optional<Source> at(Source source, std::optional<Positions> positions) {
  if (!positions) return std::nullopt;
  source.positions = *std::move(positions);
  return source;
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

Trial::Trial(Source source)
    : source_(std::move(source)), few_(sample(source_, kSampleRows)), look_(few_) {}

bool Trial::explains(const Suspect& suspect, Ask ask) const {
  if (!look_.could_be(suspect, true)) return false;
  const exact::Oracle truth(suspect.truth);
  const Source& looked_at = runs(suspect) ? source_ : few_;  // from row to row
  const auto some = at(looked_at, shifted(looked_at.positions, suspect.shift));
  if (!some || !covers(*some, suspect, truth, ask)) return false;
  const auto all = at(source_, shifted(source_.positions, suspect.shift));
  return all && (source_.rows == few_.rows || runs(suspect) || covers(*all, suspect, truth, ask)) &&
         !too_smooth(*all, suspect, truth) && !less_made(*all, suspect);
}

double Trial::match(const Suspect& suspect) const {
  const auto all = at(source_, shifted(source_.positions, suspect.shift));
  if (!all) return 0;
  if (suspect.recipe.empty()) return best_match(*all, suspect.program, suspect.chain);
  if (by_given(suspect)) {
    const auto seen = placed(*all, suspect);
    return seen ? replay(*seen, *recipe_of(suspect, seen->positions)).fraction() : 0;
  }
  const auto made = recipe::make(suspect.recipe, suspect.program, suspect.chain, all->positions);
  return replay(*all, *made).fraction();
}

std::optional<Coverage> Trial::damage(const Suspect& suspect, Ask ask) const {
  if (!look_.could_be(suspect, false)) return std::nullopt;
  const auto moved = at(source_, shifted(source_.positions, suspect.shift));
  const auto seen = moved ? placed(*moved, suspect) : std::nullopt;
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
