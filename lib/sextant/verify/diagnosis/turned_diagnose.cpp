#include "sextant/verify/diagnosis/turned_diagnose.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "sextant/number/round.hpp"
#include "sextant/verify/diagnosis/diagnose.hpp"
#include "sextant/verify/diagnosis/turned_suspect.hpp"
#include "sextant/verify/rows/index_ranges.hpp"

namespace sextant::verify {
namespace {

Program program_of(const TurnSuspect& suspect) {
  const Suspect& s = suspect.tables;
  return {.rotation = {exact::Oracle(s.truth), suspect.columns, suspect.twice},
          .chart = s.given == Given::no ? s.program : s.truth,
          .compute = s.formats.compute,
          .given = s.given};
}

/// Whether a sound program of a suspect makes all vectors.
bool explains(const RotatedSource& source, const TurnSuspect& suspect) {
  const auto all = rotated_by(source, suspect);
  return all && acceptance(*all, program_of(suspect));
}

/// The findings of a suspect that explains the vectors.
std::vector<Finding> named(const RotatedSource& source, const TurnSuspect& suspect) {
  const Suspect& s = suspect.tables;
  const double match = best_match(*rotated_by(source, suspect), program_of(suspect));
  std::vector<Finding> found;
  if (s.besides) found.push_back({s.besides->fault, s.besides->parameters, match});
  found.push_back({s.fault, s.parameters, match});
  return found;
}

std::vector<Finding> first_that_explains(const RotatedSource& source, const TurnedLook& look,
                                         const std::vector<TurnSuspect>& suspects,
                                         const Deadline& deadline) {
  for (const TurnSuspect& suspect : suspects) {
    if (deadline.passed()) return {};
    if (look.could_be(suspect) && explains(source, suspect)) return named(source, suspect);
  }
  return {};
}

/// Whether all vectors of a lead are stored as they were.
bool untouched(const RotatedSource& source, std::uint64_t lead) {
  std::vector<double> before(source.columns), after(source.columns);
  for (std::uint64_t place = 0; place < source.places(); ++place) {
    source.read(lead, place, 1, before, after);
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

/// Some heads, or batches, are rotated as claimed, and the others are left as they were.
std::vector<Finding> only_some(const RotatedSource& source, const Program& program) {
  if (source.leads < 2) return {};
  std::vector<std::uint64_t> turned, left;
  for (std::uint64_t lead = 0; lead < source.leads; ++lead)
    (untouched(source, lead) ? left : turned).push_back(lead);
  if (turned.empty() || left.empty()) return {};
  for (std::size_t axis = 0; axis < source.shape.size(); ++axis) {
    if (axis == source.axis) continue;
    std::set<std::uint64_t> some, others;
    for (const std::uint64_t lead : turned) some.insert(source.index(lead, axis));
    for (const std::uint64_t lead : left) others.insert(source.index(lead, axis));
    const bool both =
        std::any_of(some.begin(), some.end(), [&](std::uint64_t k) { return others.contains(k); });
    if (both) continue;
    const RotatedSource rotated = only(source, turned);
    if (!acceptance(rotated, program)) return {};
    const double share = static_cast<double>(turned.size()) / static_cast<double>(source.leads);
    return {{"first-only",
             {{"axis", static_cast<Position>(axis)},
              {"turned", ranges_of(some).text()},
              {"left", ranges_of(others).text()}},
             1 - share * (1 - best_match(rotated, program))}};
  }
  return {};
}

}  // namespace

std::vector<Finding> diagnose(const RotatedSource& source, const Claim& claim,
                              const Program& program) {
  const TurnedLook look(source);
  auto found =
      first_that_explains(source, look, rotation_suspects(source, claim, look), claim.deadline);
  if (found.empty()) found = only_some(source, program);
  if (found.empty())
    found = first_that_explains(source, look, table_suspects(source, claim, look), claim.deadline);
  if (found.empty())
    found = first_that_explains(source, look, paired_suspects(source, claim, look), claim.deadline);
  if (!found.empty()) return found;
  if (const auto coverage = damage(source, program))
    return {corrupt_entries(*coverage, source.format, source.positions.parts,
                            best_match(source, program))};
  return {};
}

}  // namespace sextant::verify
