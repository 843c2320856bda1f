#pragma once

#include <vector>

#include "sextant/verify/diagnosis/suspect.hpp"

namespace sextant::verify {

/// Suspects whose entries are a multiple of what they should be: of another amplitude, negated, or
/// rounded to multiples of a step.
std::vector<Suspect> gain_suspects(const Source& source, const Claim& claim);

}  // namespace sextant::verify
