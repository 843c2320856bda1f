#pragma once

#include <vector>

#include "sextant/verify/diagnosis/suspect.hpp"

namespace sextant::verify {

/// Angles whose factors were rounded by the unit that multiplies them, or that were rounded
/// themselves.
std::vector<Suspect> product_suspects(const Source& source, const Claim& claim);

}  // namespace sextant::verify
