#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Returns candidates whose rows belong to other positions than claimed: rows are missing, repeated
/// or permuted, or positions restart.  Candidates with one cause come first.  Empty for tables of
/// frequencies.
std::vector<Candidate> order_candidates(const Source& source, const Claim& claim);

}  // namespace sextant::verify
