#pragma once

#include <vector>

#include "sextant/verify/diagnosis/suspect.hpp"

namespace sextant::verify {

/// Angles that are changed alike in all pairs: positions are scaled, or a phase is added.
std::vector<Suspect> angle_suspects(const Source& source, const Claim& claim, Search search);

}  // namespace sextant::verify
