#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "sextant/number/ulp.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"
#include "sextant/verify/accept/acceptance.hpp"
#include "sextant/verify/accept/acceptance_criterion.hpp"
#include "sextant/verify/accept/overshoot.hpp"
#include "sextant/verify/candidate/candidate_positions.hpp"
#include "sextant/verify/candidate/estimated_frequencies.hpp"
#include "sextant/verify/candidate/overflow.hpp"
#include "sextant/verify/candidate/possible_recipes.hpp"
#include "sextant/verify/candidate/recurrence.hpp"
#include "sextant/verify/candidate/storing_candidates.hpp"
#include "sextant/verify/diagnosis/candidate_test.hpp"

namespace sextant::verify {
namespace {

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
