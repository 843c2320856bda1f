#include "sextant/verify/diagnosis/turned_diagnose.hpp"

#include <algorithm>
#include <utility>

#include "sextant/number/text.hpp"
#include "sextant/verify/diagnosis/diagnose.hpp"
#include "sextant/verify/diagnosis/suspect_positions.hpp"
#include "sextant/verify/diagnosis/turned_suspect.hpp"

namespace sextant::verify {
namespace {

/// The same vectors at the positions that a suspect makes of theirs.
std::optional<RotatedSource> moved(RotatedSource source, const Suspect& suspect) {
  auto positions = shifted(source.positions, suspect.shift);
  if (positions) positions = rounded(*positions, suspect);
  if (!positions) return std::nullopt;
  source.positions = *std::move(positions);
  return source;
}

Program program_of(const TurnSuspect& suspect) {
  const Suspect& s = suspect.tables;
  return {.rotation = {exact::Oracle(s.truth), suspect.columns, suspect.twice},
          .chart = s.given == Given::no ? s.program : s.truth,
          .compute = s.formats.compute,
          .given = s.given};
}

}  // namespace

std::vector<Finding> diagnose(const RotatedSource& source, const Claim& claim,
                              const Program& program) {
  const RotatedSource few = sample(source, kPlacesTried, kLeadsTried);
  for (const TurnSuspect& suspect : suspects(source, claim)) {
    if (claim.deadline.passed()) return {};
    const Program guess = program_of(suspect);
    const auto some = moved(few, suspect.tables);
    if (!some || !acceptance(*some, guess)) continue;
    const auto all = moved(source, suspect.tables);
    if (!all || !acceptance(*all, guess)) continue;
    return {{suspect.tables.fault, suspect.tables.parameters, best_match(*all, guess)}};
  }
  if (const auto coverage = damage(source, program))
    return {corrupt_entries(*coverage, source.format, source.positions.parts,
                            best_match(source, program))};
  return {};
}

}  // namespace sextant::verify
