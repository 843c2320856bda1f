#pragma once

#include <vector>

#include "sextant/verify/diagnosis/suspect.hpp"

namespace sextant::verify {

/// Other frequencies than the claim's: exponents that are divided by something else, another base,
/// a 16-bit format that they went through.
std::vector<Suspect> frequency_suspects(const Source& source, const Claim& claim, Search search);

}  // namespace sextant::verify
