#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Candidates whose rows stand for other positions than they are claimed to: missing, repeated or
/// permuted ones.
std::vector<Candidate> order_candidates(const Source& source, const Claim& claim);

}  // namespace sextant::verify
