#include "sextant/verify/diagnosis/candidate_test.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "sextant/exact/undecided.hpp"
#include "sextant/number/ulp.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"
#include "sextant/recipe/catalogue/other_sines.hpp"
#include "sextant/verify/accept/acceptance.hpp"
#include "sextant/verify/accept/acceptance_criterion.hpp"
#include "sextant/verify/accept/bitwise_match.hpp"
#include "sextant/verify/accept/overshoot.hpp"
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

/// Returns the source at the positions after the candidate's roundings; nullopt if there are no
/// such positions.
std::optional<Source> placed(const Source& source, const Candidate& candidate) {
  return at(source, rounded(source.positions, candidate));
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

// Number of entries that may be damaged, whatever their errors and pairs.
constexpr std::uint64_t kFewest = 3;

/// Returns the maximum number of damaged entries, which is the largest of three limits: one in a
/// hundred; three, but at most one in eight; and eight, but at most one in 32.  In a row of
/// frequencies the last limit is eight, but at most one in eight.
std::uint64_t few_of(const Source& source, const Chart& chart) {
  constexpr std::uint64_t kFewInSmall = 8;
  const std::uint64_t entries = source.rows * source.columns;
  const bool row = is_frequency(chart.channels.front().function);
  return std::max({entries / 100, std::min(kFewInSmall, entries / (row ? 8 : 32)),
                   std::min(kFewest, entries / 8)});
}

/// Returns whether another library explains all violations: they are then no damage.
bool hardly_beyond(const BoundsResult& coverage, const Source& source, const exact::Oracle& oracle,
                   const Sound& sound) {
  return check_decided_bounds(source, oracle, sound, coverage.violations).places.empty() &&
         std::all_of(coverage.places.begin(), coverage.places.end(), [&](const Violation& place) {
           return overshoot(place, sound, oracle, source.format).near();
         });
}

/// Returns whether all known violations are in one pair, and there are more than 32 or an eighth of
/// its entries violate: that pair is then wrong, not damaged.
bool of_one_pair(const BoundsResult& coverage, const Source& source, const Chart& chart) {
  const int pair = chart.channels[coverage.places.front().channel].pair;
  const auto in_pair = [&](const Channel& c) { return c.pair == pair; };
  const auto columns = std::count_if(chart.channels.begin(), chart.channels.end(), in_pair);
  const std::uint64_t least =
      std::min<std::uint64_t>(33, (source.rows * static_cast<std::uint64_t>(columns) + 7) / 8);
  return coverage.violations >= least &&
         std::all_of(coverage.places.begin(), coverage.places.end(), [&](const Violation& place) {
           return in_pair(chart.channels[place.channel]);
         });
}

/// Returns whether the known violations of a row of frequencies are neighbouring pairs, or include
/// three of these: a band of pairs is then wrong, not damaged.
bool of_a_band(const BoundsResult& coverage, const Chart& chart) {
  if (!is_frequency(chart.channels.front().function)) return false;
  std::set<int> pairs;
  for (const Violation& place : coverage.places) pairs.insert(chart.channels[place.channel].pair);
  const auto apart = static_cast<std::size_t>(*pairs.rbegin() - *pairs.begin());
  return (pairs.size() > 1 && apart < pairs.size()) ||
         std::any_of(pairs.begin(), pairs.end(), [&](int pair) {
           return pairs.contains(pair + 1) && pairs.contains(pair + 2);
         });
}

/// Returns whether the first violation is in a row of zeros or in a copy of the row before: that
/// row is then wrong, not damaged.
bool in_blank_or_copied_row(const BoundsResult& coverage, const Source& source) {
  const std::uint64_t row = coverage.places.front().row;
  const std::vector<double> values = source.row(row);
  return (row > 0 && values == source.row(row - 1)) ||
         std::all_of(values.begin(), values.end(), [](double x) { return x == 0; });
}

/// Returns whether the first violations exceed twice what (17) allows.  Small excesses are
/// systematic errors, not damage.
///                                                                                 verdict.md, (17)
bool gross(const BoundsResult& coverage, const Source& source, const exact::Oracle& oracle,
           const Sound& sound) {
  return std::all_of(coverage.places.begin(), coverage.places.end(), [&](const Violation& place) {
    return overshoot(place, sound, oracle, source.format).gross();
  });
}

/// Returns whether the first violations exceed their bounds by less than an eighth of an ulp, in
/// storage narrower than the computation.  That is a systematic error, visible only beside ties.
///                                                                                 verdict.md, (35)
bool beside_ties(const BoundsResult& coverage, const Source& source, const exact::Oracle& oracle,
                 const Format& compute) {
  const std::vector<Measure> measures = measures_of(oracle);
  return source.format.precision < compute.precision &&
         std::all_of(coverage.places.begin(), coverage.places.end(), [&](const Violation& place) {
           const double eighth = std::ldexp(0.125, ulp_exponent(source.format, place.want));
           const double size =
               size_at(measures[place.channel], oracle, place.channel, place.position);
           return place.bound <= kVacuous * size && place.absolute < place.bound + eighth;
         });
}

/// Returns whether a number of a row of frequencies, or of their reciprocals, is off by a few ulps
/// only: another order of quotients makes it.
bool by_other_quotients(const BoundsResult& coverage, const Source& source, const Chart& chart) {
  constexpr double kUlps = 16;
  return is_frequency(chart.channels.front().function) &&
         std::any_of(coverage.places.begin(), coverage.places.end(), [&](const Violation& place) {
           return place.absolute < std::ldexp(kUlps, ulp_exponent(source.format, place.want));
         });
}

/// Returns the places with the numbers that the table holds.
BoundsResult as_read(BoundsResult coverage, const Source& source) {
  for (Violation& place : coverage.places) place.got = source.row(place.row)[place.channel];
  return coverage;
}

/// Returns a place of the table before an alteration as the table itself has it.
Violation in_table(Violation place, const Source& source, const Alteration& alteration) {
  if (alteration.rows_on) {
    const auto row = static_cast<std::int64_t>(place.row) - (*alteration.rows_on)[place.channel];
    place.row = static_cast<std::uint64_t>(row);
  }
  if (const RowPlaces& rows = alteration.places; rows.any()) {
    const std::uint64_t at = place.row * rows.length + place.channel;
    place.row = std::min(at / rows.stride, source.rows - 1);
    place.channel = static_cast<std::size_t>(at - place.row * rows.stride);
    place.position = source.positions[place.row];
  }
  const double held = source.row(place.row)[place.channel];
  if (held == -place.got) place.want = -place.want;
  place.got = held;
  return place;
}

/// Returns the violations of a recurrence with a few damaged entries; nullopt if there are none or
/// too many.
std::optional<BoundsResult> damaged_run(const Source& source, const Candidate& candidate,
                                        const exact::Oracle& oracle, std::uint64_t most) {
  if (!candidate.within_bound || candidate.reproduced || candidate.continues_from_first_row ||
      candidate.highest_bit_match)
    return std::nullopt;
  auto found = recurrence(source, oracle, candidate, RecurrenceEvidence::radius, most);
  if (!found || found->violations == 0 ||
      (found->violations > kFewest && of_one_pair(*found, source, oracle.chart())) ||
      by_any_library(source, candidate, oracle, most))
    return std::nullopt;
  return found;
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
         cut_off(*all, candidate);
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

std::optional<BoundsResult> CandidateTest::damage(const Candidate& candidate, Strictness strictness,
                                                  std::uint64_t allowed) const {
  if (candidate.alteration.any()) {
    const exact::Oracle truth(candidate.truth);
    auto found = CandidateTest(undone(source_, candidate.alteration, truth))
                     .damage(unaltered(candidate), strictness, allowed);
    if (found) {
      for (Violation& place : found->places) place = in_table(place, source_, candidate.alteration);
    }
    return found;
  }
  if (!filter_.admits(candidate, false) || has_finite_overflow(source_, candidate))
    return std::nullopt;
  const auto seen = at(source_, computed_from(source_.positions, candidate));
  if (!seen) return std::nullopt;
  if (const auto estimated = with_estimated_frequencies(sample(*seen, kSampleRows), candidate))
    return damage(*estimated, strictness, allowed);
  const exact::Oracle truth(candidate.truth);
  const Source all = before_storing(*seen, candidate.formats, truth);
  const std::uint64_t most = std::min(allowed, few_of(all, candidate.truth));
  if (is_recurrence(candidate)) {
    const auto found = damaged_run(all, candidate, truth, most);
    return found ? std::optional(as_read(*found, *seen)) : std::nullopt;
  }
  const Source some = sample(all, kSampleRows);
  std::optional<measure::Profile> profiled;
  // With rounded angles, bounds decide no entry.
  const bool some_asked = strictness == Strictness::decided && candidate.recipe.empty() &&
                          !candidate.formats.intermediate.angle;
  const auto covered = [&](const Source& rows, const Sound& sound, bool whole, std::uint64_t few) {
    if (some_asked) return check_decided_bounds(rows, truth, sound, few);
    if (whole && !profiled) profiled = profile(rows, truth);
    const measure::Profile* known = whole && profiled ? &*profiled : nullptr;
    return check_bounds(rows, truth, *sound.recipe, sound.compute, {few, known});
  };
  // `most` may exceed the entries of a sample.  Of these an eighth may differ, as in the filter.
  const std::uint64_t few = std::min(most, std::max(kFewest, some.rows * some.columns / 8));
  std::optional<BoundsResult> best;
  std::vector<Sound> of_all;  // once a sample is admitted
  bool library = false, large = false;
  for (const Sound& sound : recipes_of(candidate, some)) {
    // Violations in a subset of rows are violations of the table.
    if (covered(beginning(some), sound, false, most).violations > most ||
        covered(some, sound, false, few).violations > few)
      continue;
    if (of_all.empty()) of_all = recipes_of(candidate, all);
    for (const Sound& whole : of_all) {
      if (whole.name != sound.name) continue;
      // Another recipe must leave fewer violations.
      const std::uint64_t fewer = best ? std::min(most, best->violations - 1) : most;
      BoundsResult coverage = covered(all, whole, true, fewer);
      if (best && coverage.violations >= best->violations) continue;
      library =
          !some_asked && coverage.violations <= most && hardly_beyond(coverage, all, truth, whole);
      large = gross(coverage, all, truth, whole);
      best = std::move(coverage);
      if (best->violations == 0) return std::nullopt;
    }
  }
  if (library || !best || best->violations > most) return std::nullopt;
  if (beside_ties(*best, all, truth, candidate.formats.compute) ||
      by_other_quotients(*best, all, truth.chart()))
    return std::nullopt;
  if (of_a_band(*best, truth.chart())) return std::nullopt;
  if (best->violations > kFewest &&
      (of_one_pair(*best, all, truth.chart()) || in_blank_or_copied_row(*best, *seen)))
    return std::nullopt;
  if (!candidate.recipe.empty() && by_any_library(all, candidate, truth, most)) return std::nullopt;
  const bool all_asked = !some_asked && best->violations <= kFewest;
  if (!all_asked && !large) return std::nullopt;
  return as_read(*best, *seen);
}

}  // namespace sextant::verify
