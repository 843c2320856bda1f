#include "sextant/verify/diagnosis/rotated_diagnose.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "sextant/number/round.hpp"
#include "sextant/verify/candidate/candidate_filter.hpp"
#include "sextant/verify/candidate/candidate_positions.hpp"
#include "sextant/verify/candidate/candidates.hpp"
#include "sextant/verify/candidate/overrun_candidates.hpp"
#include "sextant/verify/candidate/rotation_candidates.hpp"
#include "sextant/verify/diagnosis/diagnose.hpp"
#include "sextant/verify/diagnosis/two_faults.hpp"
#include "sextant/verify/rows/index_ranges.hpp"
#include "sextant/verify/rows/written_digits.hpp"

namespace sextant::verify {
namespace {

Program program_of(const RotationScheme& scheme, const Candidate& s) {
  return {.rotation = {exact::Oracle(s.truth), scheme.columns, scheme.twice},
          .chart = s.given == Given::no ? s.program : s.truth,
          .compute = s.formats.compute,
          .given = s.given};
}

/// Returns the vectors at the positions after the candidate changes them; nullopt if there are
/// none.
std::optional<RotatedSource> placed(RotatedSource source, const Candidate& s) {
  if (const auto& really = s.alteration.positions)
    source.positions = Positions::of(*really, source.positions.parts);
  auto positions = shifted(source.positions, s.shift);
  if (positions) positions = rounded(*positions, s);
  if (!positions) return std::nullopt;
  source.positions = *std::move(positions);
  return source;
}

/// Returns the candidate for a program that rotates twice: doubled angles, squared amplitude.
Candidate twice(Candidate s) {
  s.truth.waves.scale *= 2;
  s.truth.waves.amplitude = pow(s.truth.waves.amplitude, 2);
  return s;
}

/// Which numbers a candidate must explain: all, or all but a few damaged ones.
enum class Explained : unsigned char { all, all_but_damage };

/// Returns the findings of a scheme and a candidate for its tables, if they explain vectors whose
/// positions are those before the candidate's changes; else none.
std::vector<Finding> of(const RotatedSource& source, RotationScheme scheme,
                        const Candidate& candidate, Explained explained) {
  const auto s = of_vectors(candidate, scheme);
  const auto vectors = s ? placed(source, *s) : std::nullopt;
  if (!vectors) return {};
  const Program program = program_of(scheme, *s);
  const bool whole = acceptance(*vectors, program).has_value();
  const auto coverage =
      whole || explained == Explained::all ? std::nullopt : damage(*vectors, program);
  if (!whole && !coverage) return {};
  const double match = best_match(*vectors, program);
  std::vector<Finding> found;
  for (const std::optional<Cause>& cause : {std::optional(scheme.cause), s->second_cause,
                                            std::optional(Cause{s->fault, s->parameters})})
    if (cause && !cause->fault.empty()) found.push_back({cause->fault, cause->parameters, match});
  if (coverage)
    found.push_back(corrupt_entries(*coverage, source.format, source.positions.parts, match));
  return found;
}

/// Returns the findings of the first candidate for a scheme's tables that explains the vectors,
/// with the scheme's own fault.
std::vector<Finding> first_that_explains(const RotatedSource& source, const RotationScheme& scheme,
                                         const std::vector<Candidate>& candidates,
                                         const Deadline& deadline, Explained explained) {
  if (!leaves(scheme, source)) return {};
  const RotatedSource all = counted(source, scheme);
  const Source rows = implied_rows(source, scheme);
  const CandidateFilter filter(rows);
  for (const Candidate& candidate : candidates) {
    if (deadline.passed()) return {};
    const bool moved = candidate.alteration.positions || candidate.moved || candidate.last;
    if (!moved && !filter.admits(scheme.twice ? twice(candidate) : candidate, false)) continue;
    if (auto found = of(all, scheme, candidate, explained); !found.empty()) return found;
  }
  return {};
}

/// Returns the findings of the first two faults of `table`, which the vectors imply, that together
/// explain the vectors.  Few places, or bounds that are uninformative somewhere, prove no pair.
std::vector<Finding> first_pair(const RotatedSource& source, const RotationScheme& scheme,
                                const Source& table, const Claim& claim) {
  constexpr std::uint64_t kFewestPlaces = 4;
  if (source.places() < kFewestPlaces) return {};
  std::vector<Finding> found;
  const auto visit = [&](const std::shared_ptr<CandidateTest>& test, const Candidate& pair) {
    const Source& rows = test->source();
    if (!test->filter().admits(pair, false) ||
        !bounded(rows.positions, rows.format, pair, claim.formats.compute))
      return false;
    RotatedSource vectors = source;
    vectors.positions = rows.positions;
    found = of(vectors, scheme, pair, Explained::all);
    return !found.empty();
  };
  for_each_pair(table, claim, candidates(table, claim, Search::among_others), visit);
  return found;
}

/// Returns the candidate that a table was too short, so that the last places have the rotation of
/// one before; none if `table`, which the vectors imply, does not show it.
std::vector<Candidate> overrun(const Source& table, const Claim& claim) {
  constexpr int kUlps = 32;  // products, their sum and a quotient
  const auto row = repeated_from(table, std::ldexp(kUlps, -table.format.precision));
  if (!row) return {};
  Candidate s = as_claimed(claim, "table-overrun", {{"rows", *row + 1}});
  s.last = table.positions[*row];
  return {std::move(s)};
}

/// Returns whether all vectors of a lead are stored unrotated.
bool untouched(const RotatedSource& source, std::uint64_t lead) {
  std::vector<double> before(source.columns), after(source.columns);
  for (std::uint64_t place = 0; place < source.places(); ++place) {
    source.read(source.row(lead, place), before, after);
    for (std::size_t j = 0; j < source.columns; ++j)
      if (round_to(source.format, before[j]) != after[j]) return false;
  }
  return true;
}

IndexRanges ranges_of(const std::set<std::uint64_t>& numbers) {
  IndexRanges ranges;
  for (const std::uint64_t number : numbers) ranges.add(number);
  return ranges;
}

/// Returns the finding that some heads, or batches, are rotated and the others are unchanged, with
/// any other fault of the rotated ones.
std::vector<Finding> only_some(const RotatedSource& source, const Claim& claim,
                               const Program& program) {
  std::vector<std::uint64_t> turned, left, places;
  for (std::uint64_t lead = 0; lead < source.leads; ++lead)
    (untouched(source, lead) ? left : turned).push_back(lead);
  if (turned.empty() || left.empty()) return {};
  for (std::size_t axis = 0; axis < source.shape.size(); ++axis) {
    std::set<std::uint64_t> some, others, both;
    for (const std::uint64_t lead : turned) some.insert(source.index(lead, axis));
    for (const std::uint64_t lead : left) others.insert(source.index(lead, axis));
    std::set_intersection(some.begin(), some.end(), others.begin(), others.end(),
                          std::inserter(both, both.end()));
    if (axis == source.axis || !both.empty()) continue;
    for (std::uint64_t place = 0; place < source.places(); ++place) places.push_back(place);
    const double share = static_cast<double>(turned.size()) / static_cast<double>(source.leads);
    const RotatedSource rotated = only(source, std::move(turned), std::move(places));
    std::vector<Finding> found;
    const bool sound = acceptance(rotated, program).has_value();
    if (!sound) found = diagnose(rotated, claim, program);
    if (!sound && found.empty()) return {};
    for (Finding& one : found) one.match = 1 - share * (1 - one.match);
    found.insert(found.begin(),
                 {"first-only",
                  {{"axis", static_cast<Position>(axis)},
                   {"turned", ranges_of(some).text()},
                   {"left", ranges_of(others).text()}},
                  sound ? 1 - share * (1 - best_match(rotated, program)) : found.front().match});
    return found;
  }
  return {};
}

/// Returns the candidates that may accompany another fault: their parameters have few digits.
std::vector<Candidate> combinable(const Cause& cause, std::vector<Candidate> candidates) {
  std::erase_if(candidates, [&](const Candidate& s) {
    return s.digits > kWrittenDigits || s.fault == cause.fault || s.second_cause;
  });
  return candidates;
}

}  // namespace

std::vector<Finding> diagnose(const RotatedSource& source, const Claim& claim,
                              const Program& program) {
  const RotationScheme meant = as_claimed(source, claim);
  std::vector<RotationScheme> schemes = other_schemes(source, claim);
  const auto by_scheme = [&](Explained explained) {
    for (const RotationScheme& scheme : schemes) {
      auto found = first_that_explains(source, scheme, {as_claimed(claim_of(scheme, claim), "")},
                                       claim.deadline, explained);
      if (!found.empty()) return found;
    }
    return std::vector<Finding>();
  };
  if (auto found = by_scheme(Explained::all); !found.empty()) return found;
  if (auto found = only_some(source, claim, program); !found.empty()) return found;
  const Source table = held(implied_table(source, meant));
  const auto by_table = [&](Search search, Explained explained) {
    std::vector<Candidate> list = candidates(table, claim, search);
    if (explained == Explained::all_but_damage)
      std::erase_if(list, [](const Candidate& s) { return s.digits > kDigitsBesideDamage; });
    return first_that_explains(source, meant, list, claim.deadline, explained);
  };
  if (auto found = by_table(Search::direct, Explained::all); !found.empty()) return found;
  if (auto found =
          first_that_explains(source, meant, overrun(table, claim), claim.deadline, Explained::all);
      !found.empty())
    return found;
  for (const RotationScheme& scheme : visible_schemes(source, claim)) {
    if (claim.deadline.passed()) return {};
    const Source implied = held(implied_table(source, scheme));
    auto found = first_that_explains(
        source, scheme,
        combinable(scheme.cause,
                   candidates(implied, claim_of(scheme, claim), Search::among_others)),
        claim.deadline, Explained::all);
    if (!found.empty()) return found;
  }
  if (claim.deadline.passed()) return {};
  if (auto found = of(source, meant, as_claimed(claim, ""), Explained::all_but_damage);
      !found.empty())
    return found;
  if (auto found = by_scheme(Explained::all_but_damage); !found.empty()) return found;
  if (auto found = by_table(Search::among_others, Explained::all_but_damage); !found.empty())
    return found;
  return claim.deadline.passed() ? std::vector<Finding>() : first_pair(source, meant, table, claim);
}

}  // namespace sextant::verify
