#pragma once

#include <vector>

#include "sextant/verify/diagnosis/suspect.hpp"

namespace sextant::verify {

/// Suspects whose columns stand in another order, which is none of the layouts. verdict.md, (26)
std::vector<Suspect> column_suspects(const Source& source, const Claim& claim, Search search);

}  // namespace sextant::verify
