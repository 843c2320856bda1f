#pragma once

#include <vector>

#include "sextant/verify/diagnosis/suspect.hpp"

namespace sextant::verify {

/// The suspects for biases, slopes, buckets and indices.
std::vector<Suspect> bias_suspects(const Source& source, const Claim& claim);

}  // namespace sextant::verify
