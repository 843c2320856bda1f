#include "sextant/verify/diagnosis/candidate_test.hpp"

#include <algorithm>
#include <utility>

#include "sextant/exact/undecided.hpp"
#include "sextant/recipe/catalogue/other_sines.hpp"
#include "sextant/verify/accept/acceptance.hpp"
#include "sextant/verify/accept/bitwise_match.hpp"
#include "sextant/verify/candidate/candidate_positions.hpp"
#include "sextant/verify/candidate/estimated_frequencies.hpp"
#include "sextant/verify/candidate/overflow.hpp"
#include "sextant/verify/candidate/possible_recipes.hpp"
#include "sextant/verify/candidate/recurrence.hpp"
#include "sextant/verify/candidate/storing_candidates.hpp"
#include "sextant/verify/diagnosis/bit_matches.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kMostCompared = std::uint64_t{1} << 23;

/// Returns the source at the positions after the candidate's roundings, as numbers of the format in
/// which the candidate stores them; nullopt if there are no such positions.
std::optional<Source> placed(const Source& source, const Candidate& candidate) {
  auto found = at(source, rounded(source.positions, candidate));
  const Format& store = candidate.formats.store;
  if (found && store.precision < found->format.precision) {
    found->format = store;
    found->read_elements = nullptr;  // elements are those of the file
  }
  return found;
}

/// Returns with_estimated_frequencies() of rows at their claimed positions.
std::optional<Candidate> estimated_by(const Source& rows, const Candidate& candidate) {
  const auto seen = at(rows, computed_from(rows.positions, candidate));
  return seen ? with_estimated_frequencies(*seen, candidate) : std::nullopt;
}

/// Returns whether the candidate explains a source whose positions are already shifted.
bool within_bounds(const Source& started, const Candidate& candidate, const exact::Oracle& oracle,
                   Strictness strictness) {
  const auto seen = placed(started, candidate);
  if (!seen || (is_recurrence(candidate) && seen->positions.listed)) return false;
  const recipe::ComputeFormats plain = after_detours(candidate);
  if (!candidate.recipe.empty() && !candidate.within_bound) {
    return bitwise_match(*seen, *recipe_of(candidate, seen->positions), 0).all();
  }
  const Source source = before_storing(*seen, candidate.formats, oracle);
  if (is_recurrence(candidate) && candidate.reproduced)
    return recurrence_bit_for_bit(source, oracle, candidate);
  if (!candidate.recipe.empty()) {  // its bound is wide, so no further tolerance is added
    const auto covered = [&] {
      if (candidate.highest_bit_match)
        return recurrence(source, oracle, candidate, RecurrenceEvidence::none) &&
               verify::highest_bit_match(*seen, candidate);
      if (is_recurrence(candidate))
        return recurrence(source, oracle, candidate, RecurrenceEvidence::radius).has_value();
      if (candidate.reproduced) return reproduces(source, candidate, oracle);
      const auto recipe = recipe_of(candidate, source.positions);
      const Format compute = recipe::computes_in(candidate.recipe, plain);
      return check_bounds(beginning(source), oracle, *recipe, compute, {.patience = 0}).whole() &&
             check_bounds(source, oracle, *recipe, compute, {.patience = 0}).whole();
    };
    // Errors of a recurrence grow: its last rows are the most informative.
    const Source some = candidate.highest_bit_match ? source : sample(source, kSampleRows);
    const bool quarter =
        recipe::trigonometry(candidate.recipe) == recipe::Trigonometry::quarter_turn;
    const auto no_library = [&] {
      return !by_any_library(some, candidate, oracle) ||
             (quarter && candidate.reproduced && by_no_library(some, candidate, oracle));
    };
    if (candidate.continues_from_first_row)
      return recurrence(source, oracle, candidate, RecurrenceEvidence::first_row).has_value();
    return covered() && no_library();
  }
  // The blockwise check of a long table also tests a sample first.
  if (candidate.given == Given::no && source.rows > kSampleRows &&
      acceptance(source, oracle, candidate.program(), plain))
    return true;
  return any_recipe_of(candidate, source, [&](const Sound& sound) {
    return within_bounds(beginning(source), oracle, sound, strictness) &&
           within_bounds(source, oracle, sound, strictness);
  });
}

/// Returns whether the rows form a recurrence, although the candidate's recipe would cause large
/// independent errors in each row.
///                                                                                 verdict.md, (23)
bool too_smooth(const Source& started, const Candidate& candidate, const exact::Oracle& oracle) {
  if (!candidate.of_each_row || !candidate.within_bound || candidate.reproduced) return false;
  const auto source = placed(started, candidate);
  if (!source) return false;
  const auto recipe = recipe_of(candidate, source->positions);
  return smoother(*source, oracle, with_sound_recipes(candidate), *recipe);
}

/// Returns whether a sound recipe matches more bits than the candidate's recipe.  Only for storage
/// narrower than the computation, where rounding hides the fault, or for faults in frequencies.
///                                                                                 verdict.md, (34)
bool lower_bit_match(const Source& source, const Candidate& candidate) {
  if (!candidate.within_bound || by_given(candidate)) return false;
  const Format compute = recipe::computes_in(candidate.recipe, after_detours(candidate));
  const bool narrower = source.format.precision < compute.precision;
  const bool by_bits =
      candidate.reproduced || candidate.continues_from_first_row || candidate.highest_bit_match;
  const bool device = recipe::trigonometry(candidate.recipe) == recipe::Trigonometry::device;
  const bool asked = is_recurrence(candidate) ? narrower && !by_bits : narrower || !device;
  const auto seen = asked ? placed(source, candidate) : std::nullopt;
  return seen && !matches_as_many_bits(*seen, candidate);
}

/// Returns whether truncation matches more entries bit for bit than rounding to nearest.  True for
/// candidates without truncation, or with a named recipe.
bool cut_off(const Source& source, const Candidate& candidate) {
  if (candidate.formats.storing != recipe::Storing::toward_zero || !candidate.recipe.empty())
    return true;
  recipe::ComputeFormats nearest = candidate.formats;
  nearest.storing = recipe::Storing::nearest;
  return best_match(source, candidate.program(), candidate.formats) >
         best_match(source, candidate.program(), nearest);
}

}  // namespace

double best_match(const Source& source, const Chart& program,
                  const recipe::ComputeFormats& formats) {
  const bool small = source.rows * source.columns <= kMostCompared;
  const Source rows = small ? source : sample(source, kSampleRows);
  double best = 0;
  for (const recipe::Entry& entry : recipe::catalogue(program)) {
    if (entry.sequential || !possible(entry.name, formats)) continue;
    const auto recipe = recipe::make(entry.name, program, formats, rows.positions);
    best = std::max(best, bitwise_match(rows, *recipe).fraction());
  }
  return best;
}

CandidateTest::CandidateTest(Source source)
    : source_(std::move(source)), few_(sample(source_, kSampleRows)), filter_(few_) {}

Candidate unaltered(Candidate candidate) {
  candidate.alteration = {};
  return candidate;
}

bool CandidateTest::explains(const Candidate& candidate, Strictness strictness) const {
  try {
    return predicts(candidate, strictness);
  } catch (const exact::Undecided&) {
    return false;
  }
}

bool CandidateTest::predicts(const Candidate& candidate, Strictness strictness) const {
  if (candidate.alteration.any()) {
    const exact::Oracle truth(candidate.truth);
    const Source before = undone(source_, candidate.alteration, truth);
    const Candidate plain = unaltered(candidate);
    return CandidateFilter(before).admits(plain, true) &&
           CandidateTest(before).explains(plain, strictness);
  }
  if (!filter_.admits(candidate, true)) return false;
  if (const auto estimated = estimated_by(few_, candidate)) return predicts(*estimated, strictness);
  const exact::Oracle truth(candidate.truth);
  // A recurrence needs consecutive rows.
  const Source& rows = is_recurrence(candidate) ? source_ : few_;
  const auto some = at(rows, shifted(rows.positions, candidate.shift));
  if (!some || !within_bounds(*some, candidate, truth, strictness)) return false;
  const auto all = at(source_, shifted(source_.positions, candidate.shift));
  return all && !has_finite_overflow(source_, candidate) &&
         (source_.rows == few_.rows || is_recurrence(candidate) ||
          within_bounds(*all, candidate, truth, strictness)) &&
         !too_smooth(*all, candidate, truth) && !lower_bit_match(*all, candidate) &&
         cut_off(*all, candidate) &&
         (candidate.formats.store.precision >= source_.format.precision ||
          holds_only_numbers(source_, candidate.formats.store));
}

double CandidateTest::match(const Candidate& candidate) const {
  if (candidate.alteration.quantised.any()) return 0;
  if (candidate.alteration.any()) {
    const exact::Oracle truth(candidate.truth);
    return CandidateTest(undone(source_, candidate.alteration, truth)).match(unaltered(candidate));
  }
  const auto moved = at(source_, shifted(source_.positions, candidate.shift));
  const auto all = moved ? placed(*moved, candidate) : std::nullopt;
  if (!all) return 0;
  if (candidate.recipe.empty()) {
    const double best = best_match(*all, candidate.program(), candidate.formats);
    if (candidate.given != Given::exactly || best == 1) return best;
    const auto given =
        recipe::make_given(candidate.truth, after_detours(candidate), all->positions, false);
    return std::max(best, bitwise_match(*all, *given).fraction());
  }
  if (by_given(candidate))
    return bitwise_match(*all, *recipe_of(candidate, all->positions)).fraction();
  const auto made =
      recipe::make(candidate.recipe, candidate.program(), candidate.formats, all->positions);
  return bitwise_match(*all, *made).fraction();
}

}  // namespace sextant::verify
