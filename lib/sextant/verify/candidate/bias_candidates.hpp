#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// The candidates for biases, slopes, buckets and indices.
std::vector<Candidate> bias_candidates(const Source& source, const Claim& claim);

}  // namespace sextant::verify
