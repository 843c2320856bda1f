#pragma once

#include <vector>

#include "sextant/verify/diagnosis/suspect.hpp"

namespace sextant::verify {

/// Suspects whose columns turn by frequencies of the same base in the wrong places: those of
/// another pair, their reciprocals, or exponents that count columns.
std::vector<Suspect> law_suspects(const Claim& claim);

}  // namespace sextant::verify
