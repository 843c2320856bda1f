#pragma once

#include <vector>

#include "sextant/verify/diagnosis/suspect.hpp"

namespace sextant::verify {

/// What goes wrong with the context of a rotary encoding: scaling that is missing or done twice, an
/// amplitude, the conventions of YaRN, bands, lists, and exponents over the head.  Nothing for
/// other encodings.
std::vector<Suspect> context_suspects(const Claim& claim);

}  // namespace sextant::verify
