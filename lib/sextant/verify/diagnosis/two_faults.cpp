#include "sextant/verify/diagnosis/two_faults.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sextant/exact/evaluate.hpp"
#include "sextant/exact/undecided.hpp"
#include "sextant/recipe/catalogue/other_sines.hpp"
#include "sextant/verify/candidate/candidate_lists.hpp"
#include "sextant/verify/candidate/candidate_positions.hpp"
#include "sextant/verify/candidate/candidates.hpp"
#include "sextant/verify/candidate/column_rotations.hpp"
#include "sextant/verify/candidate/fault.hpp"
#include "sextant/verify/candidate/order_candidates.hpp"
#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/rows/written_digits.hpp"

namespace sextant::verify {
namespace {

/// Returns whether a candidate is another base with context scaling: there are many of these.
bool scaled_base(const Candidate& s) {
  return has(s.fault, Trait::kBase) && s.truth.waves.context.scaling != Scaling::none;
}

/// Returns whether an estimated parameter has too many digits and fails the prefilter.  Another
/// fault has then distorted the estimate, and the parameter is estimated again after that fault.
bool distorted_estimate(const Candidate& s, const CandidateFilter& filter) {
  return s.digits > kWrittenDigits && !filter.admits(s, false);
}

/// Returns whether a second fault may follow this one.  It may not follow unsound recipes, clamped
/// positions, or frequencies that were never written.  A base with context scaling may
/// be followed only if models use it.
bool may_be_followed(const Claim& claim, const Candidate& s) {
  // False for an integer origin: a shift of positions is enough.
  const bool counted = !has(s.fault, Trait::kOffset) || s.shift != 0 ||
                       !is_integer(Rational(s.truth.waves.origin - claim.chart.waves.origin));
  // Sines and cosines have pairs of their own.
  const bool split = s.truth.waves.pairs() != s.program().waves.pairs();
  if (!s.recipe.empty() || s.last || s.second_cause || has(s.fault, Trait::kAlone) || !counted ||
      split)
    return false;
  if (!scaled_base(s)) return true;
  const auto used = bases_in_use();
  return std::find(used.begin(), used.end(), s.truth.waves.geometric.base) != used.end();
}

/// Maximum number of first faults, and how much smaller the fraction of explained rotations may be
/// than the best.
constexpr std::size_t kMostFirsts = 12;
constexpr double kAsWell = 0.2;
// Maximum number of first faults of one name that differ in an estimated parameter.
constexpr std::size_t kMostEstimates = 4;
// Minimum fraction of rotations that the best candidate explains, for this comparison.
constexpr double kInformative = 0.5;
// Maximum size of a table for which more first faults are followed.
constexpr std::uint64_t kFewEntries = 1 << 16;

/// Returns the candidates after which a second fault is searched, likeliest first.  Column
/// rotations show frequencies and their order independently of other faults.  Candidates that
/// explain clearly fewer rotations than the best are dropped, except rows that occur twice, a row
/// of zeros, and roundings of storage, which the table shows whatever it should hold.  The
/// others are sorted by the fraction of agreeing entries.
std::vector<const Candidate*> ordered(const Source& source, const Claim& claim,
                                      const std::vector<Candidate>& alone,
                                      const CandidateFilter& filter, const ColumnRotations& turns) {
  struct Rank {
    const Candidate* candidate;
    double turns, entries;
  };
  double best = turns.explained(as_claimed(claim, ""));
  std::vector<Rank> ranks;
  for (const Candidate& s : alone) {
    if (!may_be_followed(claim, s) || distorted_estimate(s, filter)) continue;
    ranks.push_back({&s, turns.explained(s), filter.agreement(s).value_or(0)});
    best = std::max(best, ranks.back().turns);
  }
  const bool tells = best >= kInformative;
  const auto is_seen = [&](const Rank& rank) {
    return has(rank.candidate->fault, Trait::kRepetition) ||
           rank.candidate->alteration.quantised.any() ||
           rank.candidate->formats.storing != claim.formats.storing ||
           rank.candidate->truth.waves.zero_row != claim.chart.waves.zero_row;
  };
  if (tells)
    std::erase_if(ranks,
                  [&](const Rank& rank) { return rank.turns < best - kAsWell && !is_seen(rank); });
  // Of estimates of one parameter, which are nearly alike, the few that explain the most rotations,
  // and the few with the fewest digits.
  std::set<const Candidate*> kept;
  const auto keep_first = [&](const auto& before) {
    std::stable_sort(ranks.begin(), ranks.end(), before);
    std::map<std::string, std::size_t> estimates;
    for (const Rank& rank : ranks)
      if (rank.candidate->digits == 0 || ++estimates[rank.candidate->fault] <= kMostEstimates)
        kept.insert(rank.candidate);
  };
  keep_first([](const Rank& a, const Rank& b) { return a.turns > b.turns; });
  keep_first(
      [](const Rank& a, const Rank& b) { return a.candidate->digits < b.candidate->digits; });
  std::erase_if(ranks, [&](const Rank& rank) { return !kept.contains(rank.candidate); });
  std::stable_sort(ranks.begin(), ranks.end(), [&](const Rank& a, const Rank& b) {
    return std::pair(is_seen(a), a.entries) > std::pair(is_seen(b), b.entries);
  });
  const bool few = source.rows * source.columns <= kFewEntries;
  const std::size_t most = few ? 2 * kMostFirsts : kMostFirsts;
  if (ranks.size() > most && (tells || !few)) ranks.resize(most);
  std::vector<const Candidate*> order;
  for (const Rank& rank : ranks) order.push_back(rank.candidate);
  return order;
}

/// Maximum number of digits of two parameters together; more would fit any table.
constexpr double kMostDigits = 8;

/// Resolves an ambiguity: reversed rows with an offset are also angles of the opposite sign with
/// another offset.  Returns false if the other reading has the smaller offset.  Otherwise the
/// reported offset is the one before reversal.
bool settled(const Positions& rows, const Claim& claim, const Candidate& first, Candidate& second) {
  if (!has(second.fault, Trait::kOffset)) return true;
  const Rational offset =
      to_rational(second.shift) + second.truth.waves.origin - first.truth.waves.origin;
  if (!has(first.fault, Trait::kReversal)) return true;
  const Rational both = to_rational(rows[0] + rows[rows.count - 1]);
  if (abs(offset - both) < abs(offset)) return false;
  second.parameters["offset"] =
      position_value(Rational(-offset / Integer(claim.chart.waves.parts)));
  return true;
}

constexpr double kRoundings = 0x1p-20;  // relative; it includes the errors of float32

/// Returns whether the frequencies of `b` are those of `a` times one number other than 1.
bool multiplies(const Waves& a, const Waves& b) {
  const std::vector<double> x = approximate_frequencies(a), y = approximate_frequencies(b);
  if (x.size() < 2 || x.size() != y.size() || x[0] == 0) return false;
  const double factor = y[0] / x[0];
  if (!(std::abs(factor - 1) > kRoundings)) return false;
  for (std::size_t k = 0; k < x.size(); ++k)
    if (!(std::abs(y[k] - factor * x[k]) <= kRoundings * std::abs(y[k]))) return false;
  return true;
}

/// Returns whether the angles, or the numbers of a table of divisors or periods, are the claimed
/// ones after two faults, except roundings: the second fault undoes the first.
bool as_before(const Claim& claim, const Candidate& second) {
  const Waves &ours = claim.chart.waves, &theirs = second.truth.waves;
  const auto& channels = claim.chart.channels;
  if (is_reciprocal(channels.front().function))  // amplitudes and positions do not change these
    return std::equal(channels.begin(), channels.end(), second.truth.channels.begin(),
                      second.truth.channels.end(), [&](const Channel& c, const Channel& other) {
                        if (!is_reciprocal(other.function)) return false;
                        const double meant = approximate(reciprocal(ours, c));
                        return std::abs(approximate(reciprocal(theirs, other)) - meant) <=
                               kRoundings * meant;
                      });
  if (second.truth.channels != claim.chart.channels || theirs.origin != ours.origin ||
      theirs.pairs() != ours.pairs() || theirs.phases != ours.phases ||
      theirs.formula != ours.formula || second.shift != 0 || second.moved || second.last ||
      second.formats.intermediate.position || second.formats.intermediate.angle ||
      approximate(theirs.amplitude) != approximate(ours.amplitude))
    return false;
  return same_angles(theirs, ours, kRoundings);
}

/// Returns whether the second fault undoes the first one, for example by rounding or by another
/// order of columns.  Exchanged functions and signs equal phases of a quarter turn, so they are not
/// combined with a phase.
bool undone(const Claim& claim, const Candidate& first, const Candidate& second) {
  const bool bare = second.recipe.empty() && second.given != Given::exactly &&
                    second.formats.storing == claim.formats.storing &&
                    first.formats.storing == claim.formats.storing && !first.alteration.any() &&
                    !second.alteration.any() && first.shift == 0;
  if (bare && as_before(claim, second)) return true;
  const auto follows = [&](Trait later, Trait earlier) {
    return has(second.fault, later) && has(first.fault, earlier);
  };
  // The sign of all angles is no phase of all angles, nor are exchanged functions if a table has
  // both.
  const auto& meant = claim.chart.channels;
  const bool both_functions = std::any_of(meant.begin(), meant.end(), [&](const Channel& c) {
    return is_wave(c.function) && c.function != meant.front().function;
  });
  const bool of_all = second.truth.waves.pairs() == first.truth.waves.pairs();
  const bool apart = first.truth.waves.scale != claim.chart.waves.scale ||
                     (both_functions && first.truth.channels != meant);
  const bool quarters = !(of_all && apart);
  if ((quarters && follows(Trait::kPhase, Trait::kQuarterTurn)) ||
      follows(Trait::kScale, Trait::kDegrees))
    return true;
  const auto& channels = second.truth.channels;
  if (channels != first.truth.channels && channels == claim.chart.channels) return true;
  return has(second.fault, Trait::kRoundedFrequencies) &&
         nearly_equal(second.truth.waves, claim.chart.waves);
}

/// Returns the candidate for both faults.
Candidate both(const Candidate& first, Candidate second) {
  second.second_cause = {first.fault, first.parameters};
  second.before = first.shift;
  second.digits_before = first.digits;
  if (first.alteration.quantised.any() && !second.alteration.any())
    second.alteration = first.alteration;
  if (first.formats.intermediate.position)
    second.formats.intermediate.position = first.formats.intermediate.position;
  if (first.given == Given::no || second.given == Given::exactly) return second;
  const bool same = second.truth.waves.frequencies == first.truth.waves.frequencies;
  second.given = same ? first.given : Given::nearly;
  return second;
}

/// The rows and the claim for which a second fault is searched, after the first one.
struct Start {
  std::shared_ptr<CandidateTest> test;
  Claim claim;
  bool rounded = false;  ///< only second faults that round positions or angles
  bool order = false;    ///< only second faults that reorder rows, before the first one
};

/// Returns whether rows hold other positions than they should, so that waves are out of order.
bool moves_rows(const Candidate& s) { return s.moved || s.alteration.positions; }

/// Returns whether positions or angles are rounded to a narrower format.
bool rounds_positions(const Candidate& s) {
  return s.formats.intermediate.position || s.formats.intermediate.angle;
}

std::vector<Start> starts(const std::shared_ptr<CandidateTest>& here, const Claim& claim,
                          const Candidate& first) {
  const Source& source = here->source();
  const auto placed = [&](const std::optional<Positions>& positions) {
    auto moved = at(source, positions);
    return moved ? std::make_shared<CandidateTest>(*std::move(moved)) : nullptr;
  };
  std::vector<Start> found;
  Claim other = changed(claim, first);
  if (first.alteration.quantised.any()) {  // what entries were is known by the second fault alone
    found.push_back({here, std::move(other)});
    return found;
  }
  if (first.alteration.any()) {
    const auto truth = std::make_shared<exact::Oracle>(first.truth);
    Source before = undone(source, first.alteration, *truth);
    before.read = [read = before.read, truth](std::uint64_t from, std::uint64_t count,
                                              std::span<double> values) {
      read(from, count, values);
    };
    found.push_back({std::make_shared<CandidateTest>(std::move(before)), std::move(other)});
    return found;
  }
  const bool listed = first.moved || first.formats.intermediate.position;
  const auto moved = shifted(source.positions, first.shift);
  if (first.shift == 0 && !listed) {
    found.push_back({here, std::move(other)});
  } else if (auto test = placed(moved && listed ? rounded(*moved, first) : moved)) {
    Claim before = other;
    other.formats.intermediate.position.reset();  // the rows have rounded positions already
    found.push_back({std::move(test), std::move(other)});
    if (before.formats.intermediate.position && first.shift == 0)
      found.push_back({here, std::move(before), false, true});
  }
  // Reversed rows equal angles of the opposite sign, except if positions are rounded.
  const Positions& rows = source.positions;
  if (!has(first.fault, Trait::kReversal) || rows.listed) return found;
  const Positions back{rows[rows.count - 1], rows.count, -rows.step, nullptr, rows.parts};
  if (auto test = placed(back)) found.push_back({std::move(test), claim, true});
  return found;
}

/// Returns whether the columns of one chart are a permutation of those of the other.
bool same_columns(const Chart& a, const Chart& b) {
  return std::is_permutation(a.channels.begin(), a.channels.end(), b.channels.begin(),
                             b.channels.end());
}

/// Returns whether a context that changes nothing but the base is changed first, and then the base
/// to one of many digits.  Both together are one number, which other faults explain alone.
bool base_of_context(const Claim& claim, const Candidate& first, const Candidate& second) {
  constexpr double kFewDigits = 4;
  const Context& c = claim.chart.waves.context;
  return (c.scaling == Scaling::ntk || c.scaling == Scaling::dynamic) &&
         first.truth.waves.context != c && has(second.fault, Trait::kExponents) &&
         second.digits > kFewDigits;
}

/// Returns whether one fault multiplies all frequencies by one number, as another first pair does,
/// and the other multiplies positions by a number of many digits.  Both together are one number,
/// and with that many digits there is a pair of faults for every number.
bool scaled_twice(const Claim& claim, const Candidate& first, const Candidate& second) {
  constexpr double kFewDigits = 3;
  const bool scales = has(first.fault, Trait::kScale) && first.digits > kFewDigits;
  if (scales) return multiplies(first.truth.waves, second.truth.waves);
  return has(second.fault, Trait::kScale) && second.digits > kFewDigits &&
         multiplies(claim.chart.waves, first.truth.waves);
}

/// Returns whether the second fault only makes up for the rounding of an estimated parameter:
/// another recipe has wide bounds, and a phase is small.
bool corrects(const Candidate& first, const Candidate& second) {
  constexpr double kFewDigits = 3;
  return first.digits > kFewDigits &&
         (!second.recipe.empty() || !second.truth.waves.phases.empty());
}

/// Returns whether two faults may be combined: neither undoes or hides the other.
bool together(const Positions& rows, const Claim& claim, const Candidate& first,
              Candidate& second) {
  // The wide bound of an unsound recipe also accepts frequencies that are near the given ones.
  const bool runs = !second.recipe.empty() && recipe::entry(second.recipe).sequential;
  const bool sines = recipe::trigonometry(second.recipe) != recipe::Trigonometry::library;
  const bool loose = second.within_bound && !runs && !sines && first.given != Given::no;
  // Exchanged columns that are permuted equal other permuted columns.
  const bool twice = has(second.fault, Trait::kPermutation) &&
                     first.truth.channels != claim.chart.channels &&
                     same_columns(first.truth, claim.chart);
  const bool fits_anything = first.digits + second.digits > kMostDigits ||
                             std::max(first.digits, second.digits) > kWrittenDigits;
  // Two faults of exponents equal one other base.
  const bool same_exponents =
      has(first.fault, Trait::kExponents) && has(second.fault, Trait::kExponents);
  const bool ordered_twice = has(first.fault, Trait::kReversal) && second.moved;
  const bool rounded_twice = first.formats.intermediate.position &&
                             second.formats.intermediate.position && !second.moved &&
                             !second.alteration.positions;
  return second.fault != first.fault && !second.second_cause && !second.highest_bit_match &&
         !loose && !twice && !fits_anything && !ordered_twice && !rounded_twice &&
         !same_exponents && !corrects(first, second) && !base_of_context(claim, first, second) &&
         !scaled_twice(claim, first, second) && !undone(claim, first, second) &&
         settled(rows, claim, first, second);
}

/// Returns whether one of `alone` is the second fault and predicts the same: the first one then has
/// no effect.
bool is_alone(const Candidate& second, const std::vector<Candidate>& alone) {
  return std::any_of(alone.begin(), alone.end(), [&](const Candidate& s) {
    return s.fault == second.fault && s.parameters == second.parameters &&
           s.truth.channels == second.truth.channels &&
           s.truth.waves.origin == second.truth.waves.origin &&
           s.truth.waves.scale == second.truth.waves.scale &&
           s.truth.waves.zero_row == second.truth.waves.zero_row &&
           s.truth.waves.formula == second.truth.waves.formula && s.shift == second.shift &&
           nearly_equal(s.truth.waves, second.truth.waves);
  });
}

/// Calls `visit` with `first` and each fault that may follow.  Unless the table shows `waves`, one
/// of the two moves rows, or rounds positions or angles.  Returns whether it is to be the last.
///                                                                            verdict.md, (38a)
bool for_each_second(const std::shared_ptr<CandidateTest>& here, const Claim& claim,
                     const Candidate& first, const std::vector<Candidate>& alone, bool waves,
                     const VisitPair& visit) {
  const bool any = waves || moves_rows(first) || rounds_positions(first);
  for (const Start& start : starts(here, claim, first)) {
    const Source& rows = start.test->source();
    std::vector<Candidate> seconds = start.order ? order_candidates(rows, start.claim)
                                     : any ? candidates(rows, start.claim, Search::among_others)
                                           : out_of_order(rows, start.claim);
    // Columns in another order, and roundings of storage, leave every estimate as it is.
    if (any && first.digits == 0 && !start.order && start.test == here &&
        same_columns(first.truth, claim.chart) && first.truth.waves == claim.chart.waves)
      append(fitted_candidates(rows, start.claim, ShownBy::positions), seconds);
    for (Candidate& second : seconds) {
      if (start.rounded && !rounds_positions(second)) continue;
      const bool changed_waves =
          start.test == here && !first.alteration.any() &&
          first.formats.intermediate.angle == claim.formats.intermediate.angle &&
          first.formats.storing == claim.formats.storing;
      if (changed_waves && is_alone(second, alone)) continue;
      if (!together(here->source().positions, claim, first, second)) continue;
      if (claim.deadline.passed() || visit(start.test, both(first, std::move(second)))) return true;
    }
  }
  return false;
}

}  // namespace

Claim changed(const Claim& claim, const Candidate& by) {
  const Chart& chart = by.given == Given::no ? by.program() : by.truth;
  return {by.encoding.value_or(claim.encoding),
          claim.part,
          exact::settled(chart),
          by.formats,
          false,
          claim.deadline};
}

void for_each_pair(const Source& source, const Claim& claim, const std::vector<Candidate>& alone,
                   const VisitPair& visit, const Progress& progress) {
  const auto here = std::make_shared<CandidateTest>(source);
  const ColumnRotations turns(source, claim);
  const std::vector<const Candidate*> firsts = ordered(source, claim, alone, here->filter(), turns);
  std::size_t done = 0;
  for (const Candidate* first : firsts) {
    report(progress, done++, firsts.size());
    try {
      if (claim.deadline.passed() ||
          for_each_second(here, claim, *first, alone, turns.shows_waves(), visit))
        return;
    } catch (const exact::Undecided&) {  // an exact value of the first one
    }
  }
}

}  // namespace sextant::verify
