#include "sextant/verify/diagnosis/trial.hpp"

#include <algorithm>
#include <utility>

#include "sextant/recipe/catalogue/other_sines.hpp"
#include "sextant/verify/accept/acceptance.hpp"
#include "sextant/verify/accept/bitwise_match.hpp"
#include "sextant/verify/accept/storage_consistency.hpp"
#include "sextant/verify/diagnosis/made_again.hpp"
#include "sextant/verify/diagnosis/makers.hpp"
#include "sextant/verify/diagnosis/recurrence.hpp"
#include "sextant/verify/diagnosis/suspect_positions.hpp"
#include "sextant/verify/diagnosis/suspect_storing.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kReplayedEntries = std::uint64_t{1} << 23;

/// A source at the positions that a suspect makes of its own.
std::optional<Source> placed(const Source& source, const Suspect& suspect) {
  return at(source, rounded(source.positions, suspect));
}

/// Whether a suspect's prediction covers a source, at positions that are shifted already.
bool within_bounds(const Source& started, const Suspect& suspect, const exact::Oracle& oracle,
                   Strictness ask) {
  const auto seen = placed(started, suspect);
  if (!seen || (runs(suspect) && seen->positions.listed)) return false;
  const recipe::ComputeFormats plain = after_detours(suspect);
  if (!suspect.recipe.empty() && !suspect.within_bound) {
    return bitwise_match(*seen, *recipe_of(suspect, seen->positions), 0).all();
  }
  const Source source = before_storing(*seen, suspect.formats, oracle);
  if (runs(suspect) && suspect.reproduced) return recurrence_bit_for_bit(source, oracle, suspect);
  if (!suspect.recipe.empty()) {  // which loses digits: what is granted besides would hide that
    const auto covered = [&] {
      if (suspect.makes_most)
        return recurrence(source, oracle, suspect, RecurrenceEvidence::none) &&
               verify::makes_most(*seen, suspect);
      if (runs(suspect))
        return recurrence(source, oracle, suspect, RecurrenceEvidence::radius).has_value();
      if (suspect.reproduced) return reproduces(source, suspect, oracle);
      const auto recipe = recipe_of(suspect, source.positions);
      const Format compute = recipe::computes_in(suspect.recipe, plain);
      const Extent extent{.patience = 0, .as_stored = true};
      return check_bounds(beginning(source), oracle, *recipe, compute, extent).whole() &&
             check_bounds(source, oracle, *recipe, compute, extent).whole();
    };
    // What a run loses adds up: its last rows tell most.
    const Source some = suspect.makes_most ? source : sample(source, kSampleRows);
    const bool quarter = recipe::trigonometry(suspect.recipe) == recipe::Trigonometry::quarter_turn;
    const auto no_library = [&] {
      return !by_any_library(some, suspect, oracle) ||
             (quarter && suspect.reproduced && by_no_library(some, suspect, oracle));
    };
    if (suspect.goes_on)
      return recurrence(source, oracle, suspect, RecurrenceEvidence::first_row).has_value();
    return covered() && no_library();
  }
  // A long table's whole is looked at by blocks, and only where its sample is covered.
  if (suspect.given == Given::no && source.rows > kSampleRows &&
      acceptance(source, oracle, suspect.program, plain))
    return plain.storing != recipe::Storing::nearest ||
           keeps_small_ones(source, oracle, suspect.program, plain);
  return any_recipe_of(suspect, source, [&](const Sound& sound) {
    return within_bounds(beginning(source), oracle, sound, ask, plain.storing) &&
           within_bounds(source, oracle, sound, ask, plain.storing);
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
  if (!suspect.within_bound || by_given(suspect)) return false;
  const Format compute = recipe::computes_in(suspect.recipe, after_detours(suspect));
  const bool narrower = source.format.precision < compute.precision;
  const bool by_bits = suspect.reproduced || suspect.goes_on || suspect.makes_most;
  const bool device = recipe::trigonometry(suspect.recipe) == recipe::Trigonometry::device;
  const bool asked = runs(suspect) ? narrower && !by_bits : narrower || !device;
  const auto seen = asked ? placed(source, suspect) : std::nullopt;
  return seen && !makes_as_many(*seen, suspect);
}

/// Whether numbers that are cut off are the table's: more of its bits than those to nearest make.
bool cut_off(const Source& source, const Suspect& suspect) {
  if (suspect.formats.storing != recipe::Storing::toward_zero || !suspect.recipe.empty())
    return true;
  recipe::ComputeFormats nearest = suspect.formats;
  nearest.storing = recipe::Storing::nearest;
  return best_match(source, suspect.program, suspect.formats) >
         best_match(source, suspect.program, nearest);
}

}  // namespace

/// The best that any recipe does at making a table again, bit for bit; of a long one, at its
/// sample.
double best_match(const Source& source, const Chart& program,
                  const recipe::ComputeFormats& formats) {
  const bool small = source.rows * source.columns <= kReplayedEntries;
  const Source rows = small ? source : sample(source, kSampleRows);
  double best = 0;
  for (const recipe::Entry& entry : recipe::catalogue(program)) {
    if (entry.sequential || !possible(entry.name, formats)) continue;
    const auto recipe = recipe::make(entry.name, program, formats, rows.positions);
    best = std::max(best, bitwise_match(rows, *recipe).fraction());
  }
  return best;
}

Trial::Trial(Source source)
    : source_(std::move(source)), few_(sample(source_, kSampleRows)), look_(few_) {}

Suspect unaltered(Suspect suspect) {
  suspect.alteration = {};
  return suspect;
}

bool Trial::explains(const Suspect& suspect, Strictness ask) const {
  if (suspect.alteration.any()) {
    const exact::Oracle truth(suspect.truth);
    return Trial(undone(source_, suspect.alteration, truth)).explains(unaltered(suspect), ask);
  }
  if (!look_.could_be(suspect, true)) return false;
  const exact::Oracle truth(suspect.truth);
  const Source& looked_at = runs(suspect) ? source_ : few_;  // from row to row
  const auto some = at(looked_at, shifted(looked_at.positions, suspect.shift));
  if (!some || !within_bounds(*some, suspect, truth, ask)) return false;
  const auto all = at(source_, shifted(source_.positions, suspect.shift));
  return all &&
         (source_.rows == few_.rows || runs(suspect) || within_bounds(*all, suspect, truth, ask)) &&
         !too_smooth(*all, suspect, truth) && !less_made(*all, suspect) && cut_off(*all, suspect);
}

double Trial::match(const Suspect& suspect) const {
  if (suspect.alteration.quantum > 0) return 0;
  if (suspect.alteration.any()) {
    const exact::Oracle truth(suspect.truth);
    return Trial(undone(source_, suspect.alteration, truth)).match(unaltered(suspect));
  }
  const auto all = at(source_, shifted(source_.positions, suspect.shift));
  if (!all) return 0;
  if (suspect.recipe.empty()) return best_match(*all, suspect.program, suspect.formats);
  if (by_given(suspect)) {
    const auto seen = placed(*all, suspect);
    return seen ? bitwise_match(*seen, *recipe_of(suspect, seen->positions)).fraction() : 0;
  }
  const auto made = recipe::make(suspect.recipe, suspect.program, suspect.formats, all->positions);
  return bitwise_match(*all, *made).fraction();
}

}  // namespace sextant::verify
