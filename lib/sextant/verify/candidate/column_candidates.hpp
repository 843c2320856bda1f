#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Candidates whose columns stand in another order, which is none of the layouts. verdict.md, (26)
std::vector<Candidate> column_candidates(const Source& source, const Claim& claim, Search search);

}  // namespace sextant::verify
