#pragma once

#include <vector>

#include "sextant/verify/diagnosis/suspect.hpp"

namespace sextant::verify {

/// Suspects whose rows stand for other positions than they are claimed to: missing, repeated or
/// permuted ones.
std::vector<Suspect> order_suspects(const Source& source, const Claim& claim);

}  // namespace sextant::verify
