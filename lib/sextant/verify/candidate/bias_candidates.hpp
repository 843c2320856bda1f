#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Returns the candidates for tables of biases, slopes, buckets or indices, in order of precedence.
std::vector<Candidate> bias_candidates(const Source& source, const Claim& claim);

}  // namespace sextant::verify
