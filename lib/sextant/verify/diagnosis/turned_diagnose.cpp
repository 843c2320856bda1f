#include "sextant/verify/diagnosis/turned_diagnose.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "sextant/number/round.hpp"
#include "sextant/verify/diagnosis/diagnose.hpp"
#include "sextant/verify/diagnosis/plausible.hpp"
#include "sextant/verify/diagnosis/suspect_positions.hpp"
#include "sextant/verify/diagnosis/suspects.hpp"
#include "sextant/verify/diagnosis/turned_suspect.hpp"
#include "sextant/verify/rows/index_ranges.hpp"

namespace sextant::verify {
namespace {

Program program_of(const Turning& turning, const Suspect& s) {
  return {.rotation = {exact::Oracle(s.truth), turning.columns, turning.twice},
          .chart = s.given == Given::no ? s.program : s.truth,
          .compute = s.formats.compute,
          .given = s.given};
}

/// The vectors at the positions that a suspect makes of theirs; nullopt if there are no such.
std::optional<RotatedSource> placed(RotatedSource source, const Suspect& s) {
  if (const auto& really = s.alteration.positions)
    source.positions = Positions::of(*really, source.positions.parts);
  auto positions = shifted(source.positions, s.shift);
  if (positions) positions = rounded(*positions, s);
  if (!positions) return std::nullopt;
  source.positions = *std::move(positions);
  return source;
}

/// What a suspect makes of a table that a program turns by twice.
Suspect twice(Suspect s) {
  s.truth.waves.scale *= 2;
  s.truth.waves.amplitude = pow(s.truth.waves.amplitude, 2);
  return s;
}

/// The first suspect of a turning's tables that explains the vectors, with the turning's own fault.
std::vector<Finding> first_that_explains(const RotatedSource& source, const Turning& turning,
                                         const std::vector<Suspect>& suspects,
                                         const Deadline& deadline) {
  if (!leaves(turning, source)) return {};
  const RotatedSource all = counted(source, turning);
  const Source rows = implied_rows(source, turning);
  const Look look(rows);
  for (const Suspect& suspect : suspects) {
    if (deadline.passed()) return {};
    Turning with = turning;
    const auto s = of_vectors(suspect, with);
    const bool moved = suspect.alteration.positions || suspect.moved || suspect.last;
    if (!s || (!moved && !look.could_be(turning.twice ? twice(suspect) : suspect, false))) continue;
    const auto vectors = placed(all, *s);
    const Program program = program_of(with, *s);
    if (!vectors || !acceptance(*vectors, program)) continue;
    const double match = best_match(*vectors, program);
    std::vector<Finding> found;
    for (const std::optional<Cause>& cause :
         {std::optional(turning.cause), s->besides, std::optional(Cause{s->fault, s->parameters})})
      if (cause && !cause->fault.empty()) found.push_back({cause->fault, cause->parameters, match});
    return found;
  }
  return {};
}

/// Whether all vectors of a lead are stored as they were.
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

/// Some heads, or batches, are rotated, as claimed or with a fault besides, and the others are left
/// as they were.
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

/// Suspects that come together with another fault: by numbers that somebody writes.
std::vector<Suspect> besides(const Cause& cause, std::vector<Suspect> suspects) {
  constexpr double kWrittenDigits = 6;
  std::erase_if(suspects, [&](const Suspect& s) {
    return s.digits > kWrittenDigits || s.fault == cause.fault || s.besides;
  });
  return suspects;
}

}  // namespace

std::vector<Finding> diagnose(const RotatedSource& source, const Claim& claim,
                              const Program& program) {
  const auto explained = [&](const Turning& turning, const std::vector<Suspect>& suspects) {
    return first_that_explains(source, turning, suspects, claim.deadline);
  };
  for (const Turning& turning : other_turnings(source, claim)) {
    auto found = explained(turning, {as_claimed(claim_of(turning, claim), "")});
    if (!found.empty()) return found;
  }
  if (auto found = only_some(source, claim, program); !found.empty()) return found;
  const Turning meant = as_claimed(source, claim);
  const auto tables = suspects(held(implied_table(source, meant)), claim);
  if (auto found = explained(meant, tables); !found.empty()) return found;
  for (const Turning& turning : shown_turnings(source, claim)) {
    if (claim.deadline.passed()) return {};
    const Source implied = held(implied_table(source, turning));
    auto found = explained(
        turning,
        besides(turning.cause, suspects(implied, claim_of(turning, claim), Search::among_others)));
    if (!found.empty()) return found;
  }
  if (claim.deadline.passed()) return {};
  const auto coverage = damage(source, program);
  if (!coverage) return {};
  return {corrupt_entries(*coverage, source.format, source.positions.parts,
                          best_match(source, program))};
}

}  // namespace sextant::verify
