#pragma once

#include "sextant/verify/suspect.hpp"

namespace sextant::verify {

/// Ways of computing that are faults by themselves: recipes that are not sound.
std::vector<Suspect> recipe_suspects(const Source& source, const Claim& claim);

}  // namespace sextant::verify
