#include "sextant/verify/diagnosis/two_faults.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "sextant/exact/evaluate.hpp"
#include "sextant/recipe/catalogue/other_sines.hpp"
#include "sextant/verify/candidate/candidate_positions.hpp"
#include "sextant/verify/candidate/candidates.hpp"
#include "sextant/verify/candidate/column_rotations.hpp"
#include "sextant/verify/candidate/order_candidates.hpp"
#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/observation/estimate.hpp"

namespace sextant::verify {
namespace {

/// Whether it is another base in a context: of these there are many.
bool scaled_base(const Candidate& s) {
  return s.fault == "wrong-base" && s.truth.waves.context.scaling != Scaling::none;
}

/// Digits of a number that somebody writes.
constexpr double kWrittenDigits = 6;

/// Whether a number of more digits than that was read off the table, which it does not explain: a
/// fault besides made another number of it, and what that one leaves is asked for its own again.
bool overread(const Candidate& s, const CandidateFilter& filter) {
  return s.digits > kWrittenDigits && !filter.admits(s, false);
}

/// Whether other faults may follow: a recipe that is at fault is the last, and of frequencies that
/// were never written nothing is left.  Of bases in a context those in use.
bool continues_from_first_row(const Candidate& s) {
  const bool counted = s.fault != "position-offset" || s.shift != 0;    // either way of adding does
  const bool split = s.truth.waves.pairs() != s.program.waves.pairs();  // sines from cosines
  if (!s.recipe.empty() || s.last || s.second_cause || s.fault == "uninitialised" || !counted ||
      split)
    return false;
  if (!scaled_base(s)) return true;
  const auto used = bases_in_use();
  return std::find(used.begin(), used.end(), s.truth.waves.geometric.base) != used.end();
}

/// How many first faults are followed, and how much less of the turns one may explain than another.
constexpr std::size_t kMostFirsts = 12;
constexpr double kAsWell = 0.2;
constexpr double kInformative = 0.5;            // less of the turns than that tells nothing
constexpr std::uint64_t kFewEntries = 1 << 16;  // of which all first faults are followed then

/// Those that a second fault is looked for after, the likeliest first.  What columns turn by tells
/// frequencies and their order, whatever is wrong besides: none that explains less of that than
/// another is followed.  Of the rest those come first with which most entries agree.
std::vector<const Candidate*> ordered(const Source& source, const Claim& claim,
                                      const std::vector<Candidate>& alone,
                                      const CandidateFilter& filter) {
  struct Rank {
    const Candidate* candidate;
    double turns, entries;
  };
  const ColumnRotations turns(source, claim.formats.compute);
  double best = turns.explained(as_claimed(claim, ""));
  std::vector<Rank> ranks;
  for (const Candidate& s : alone) {
    const bool same_pairs = s.truth.waves.pairs() == claim.chart.waves.pairs();
    if (!continues_from_first_row(s) || !same_pairs || overread(s, filter)) continue;
    ranks.push_back({&s, turns.explained(s), filter.agreement(s).value_or(0)});
    best = std::max(best, ranks.back().turns);
  }
  const bool tells = best >= kInformative;
  if (tells) std::erase_if(ranks, [&](const Rank& rank) { return rank.turns < best - kAsWell; });
  std::stable_sort(ranks.begin(), ranks.end(),
                   [](const Rank& a, const Rank& b) { return a.entries > b.entries; });
  const bool few = source.rows * source.columns <= kFewEntries;
  const std::size_t most = few ? 2 * kMostFirsts : kMostFirsts;
  if (ranks.size() > most && (tells || !few)) ranks.resize(most);
  std::vector<const Candidate*> order;
  for (const Rank& rank : ranks) order.push_back(rank.candidate);
  return order;
}

/// Two parameters of more digits than that fit what has neither.
constexpr double kMostDigits = 8;

/// Rows that are reversed and moved are rows whose angles have the other sign, moved otherwise: the
/// one that is moved less is meant, by what is added to its positions before they are reversed.
/// Of cosines the sign says nothing, and rows that are not reversed at all are moved less.
bool settled(const Positions& rows, const Claim& claim, const Candidate& first, Candidate& second) {
  if (second.fault != "position-offset") return true;
  const Position offset = second.shift != 0
                              ? second.shift
                              : to_position(second.truth.waves.origin - first.truth.waves.origin);
  const auto size = [](Position p) { return p < 0 ? -p : p; };
  if (first.fault != "rows-reversed") return true;
  const Position both = rows[0] + rows[rows.count - 1];
  if (size(offset - both) < size(offset)) return false;
  second.parameters["offset"] = position_value(-offset, claim.chart.waves.parts);
  return true;
}

/// Whether two candidates' angles are the claim's again, but for some roundings: the second fault
/// has undone the first.
bool as_before(const Claim& claim, const Candidate& second) {
  constexpr double kRoundings = 0x1p-20;  // so many that float32's are among them
  const Waves &ours = claim.chart.waves, &theirs = second.truth.waves;
  if (second.truth.channels != claim.chart.channels || theirs.origin != ours.origin ||
      theirs.pairs() != ours.pairs() || theirs.phases != ours.phases || second.shift != 0 ||
      second.moved || second.last || second.formats.intermediate.position ||
      second.formats.intermediate.angle ||
      approximate(theirs.amplitude) != approximate(ours.amplitude))
    return false;
  const std::vector<double> a = approximate_frequencies(ours), b = approximate_frequencies(theirs);
  const auto x = static_cast<double>(ours.scale), y = static_cast<double>(theirs.scale);
  for (std::size_t k = 0; k < a.size(); ++k)
    if (std::abs(x * a[k] - y * b[k]) > kRoundings * std::abs(x * a[k])) return false;
  return true;
}

/// Whether what was changed has been changed back, by rounding or by another order of columns: what
/// is as claimed is no fault's.  Other functions and signs are quarters of a turn, as a phase is.
bool undone(const Claim& claim, const Candidate& first, const Candidate& second) {
  const bool bare = second.recipe.empty() && second.given != Given::exactly &&
                    second.formats.storing == claim.formats.storing &&
                    first.formats.storing == claim.formats.storing && !first.alteration.any() &&
                    !second.alteration.any() && first.shift == 0;
  if (bare && as_before(claim, second)) return true;
  const bool turned = first.fault == "sign" || first.fault == "sin-cos-swapped";
  if (second.fault == "phase" && turned) return true;
  if (second.fault == "position-scale" && first.fault == "degrees") return true;
  const auto& channels = second.truth.channels;
  if (channels != first.truth.channels && channels == claim.chart.channels) return true;
  return second.fault == "frequency-rounded" && nearly_equal(second.truth.waves, claim.chart.waves);
}

/// A candidate of a changed claim with the fault that changed it.
Candidate both(const Candidate& first, Candidate second) {
  second.second_cause = {first.fault, first.parameters};
  second.before = first.shift;
  if (first.formats.intermediate.position)
    second.formats.intermediate.position = first.formats.intermediate.position;
  if (first.given == Given::no || second.given == Given::exactly) return second;
  const bool same = second.truth.waves.frequencies == first.truth.waves.frequencies;
  second.given = same ? first.given : Given::nearly;
  return second;
}

/// Where a second fault is looked for: rows at the positions of a program that has the first one,
/// and what it is said to make of them.
struct Start {
  std::shared_ptr<CandidateTest> test;
  Claim claim;
  bool rounded = false;  ///< of second faults those alone that round on the way
  bool order = false;    ///< those alone that put rows elsewhere, before the first one
};

/// Whether positions or their products are rounded to a narrower format.
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
    other.formats.intermediate.position.reset();  // rows are at rounded positions then
    found.push_back({std::move(test), std::move(other)});
    if (before.formats.intermediate.position && first.shift == 0)
      found.push_back({here, std::move(before), false, true});
  }
  // Angles of the other sign are those of reversed rows, but where their positions are rounded.
  const Positions& rows = source.positions;
  if (first.fault != "rows-reversed" || rows.listed) return found;
  const Positions back{rows[rows.count - 1], rows.count, -rows.step, nullptr, rows.parts};
  if (auto test = placed(back)) found.push_back({std::move(test), claim, true});
  return found;
}

/// Whether columns are those of another chart in other places.
bool same_columns(const Chart& a, const Chart& b) {
  return std::is_permutation(a.channels.begin(), a.channels.end(), b.channels.begin(),
                             b.channels.end());
}

/// Whether a fault changes how frequencies fall from pair to pair, and nothing else: two of these
/// are one of another base.
bool of_ladder(const Candidate& s) {
  return s.fault == "wrong-base" || s.fault.rfind("exponent-", 0) == 0;
}

/// Whether two faults may come together, and neither undoes or hides the other.
bool together(const Positions& rows, const Claim& claim, const Candidate& first,
              Candidate& second) {
  // Whatever is near to frequencies that are given, an unsound recipe's bound grants as well.
  const bool runs = !second.recipe.empty() && recipe::entry(second.recipe).sequential;
  const bool sines = recipe::trigonometry(second.recipe) != recipe::Trigonometry::library;
  const bool loose = second.within_bound && !runs && !sines && first.given != Given::no;
  // Columns that are exchanged and permuted are permuted.
  const bool twice = second.fault == "columns-permuted" &&
                     first.truth.channels != claim.chart.channels &&
                     same_columns(first.truth, claim.chart);
  const bool fits_anything = first.digits + second.digits > kMostDigits ||
                             std::max(first.digits, second.digits) > kWrittenDigits;
  const bool ordered_twice = first.fault == "rows-reversed" && second.moved;
  return second.fault != first.fault && !second.second_cause && !second.highest_bit_match &&
         !loose && !twice && !fits_anything && !ordered_twice &&
         !(of_ladder(first) && of_ladder(second)) && !undone(claim, first, second) &&
         settled(rows, claim, first, second);
}

}  // namespace

Claim changed(const Claim& claim, const Candidate& by) {
  const Chart& chart = by.given == Given::no ? by.program : by.truth;
  return {by.encoding.value_or(claim.encoding),
          claim.part,
          exact::settled(chart),
          by.formats,
          false,
          claim.deadline};
}

void for_each_pair(
    const Source& source, const Claim& claim, const std::vector<Candidate>& alone,
    const std::function<bool(const std::shared_ptr<CandidateTest>&, Candidate)>& visit,
    const Progress& progress) {
  const auto here = std::make_shared<CandidateTest>(source);
  const std::vector<const Candidate*> firsts = ordered(source, claim, alone, here->filter());
  std::size_t done = 0;
  for (const Candidate* first : firsts) {
    report(progress, done++, firsts.size());
    if (claim.deadline.passed()) return;
    for (const Start& start : starts(here, claim, *first)) {
      const Source& rows = start.test->source();
      for (Candidate& second : start.order ? order_candidates(rows, start.claim)
                                           : candidates(rows, start.claim, Search::among_others)) {
        if (start.rounded && !rounds_positions(second)) continue;
        if (!together(source.positions, claim, *first, second)) continue;
        if (claim.deadline.passed() || visit(start.test, both(*first, std::move(second)))) return;
      }
    }
  }
}

}  // namespace sextant::verify
