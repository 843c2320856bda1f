#include "sextant/verify/compare/comparison.hpp"

#include <array>

namespace sextant::verify {
namespace {

constexpr std::array<std::string_view, 6> kOutcomes = {
    "alike", "both-sound", "reference-wrong", "mine-wrong", "both-wrong", "undetermined"};

}  // namespace

std::string_view word(Outcome outcome) { return kOutcomes[static_cast<std::size_t>(outcome)]; }

Outcome Comparison::outcome() const {
  const bool reference_sound = reference.verdict.passes();
  const bool mine_sound = mine.verdict.passes();
  const bool guessed = !mine.verdict.identity.empty();
  if (guessed && !(reference_sound && mine_sound && one_claim)) return Outcome::undetermined;
  if (!reference_sound) return mine_sound ? Outcome::reference_wrong : Outcome::both_wrong;
  if (!mine_sound) return Outcome::mine_wrong;
  return entries.diff.differing == 0 ? Outcome::alike : Outcome::both_sound;
}

}  // namespace sextant::verify
