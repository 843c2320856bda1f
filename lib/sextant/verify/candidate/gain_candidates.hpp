#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Candidates whose entries are a multiple of what they should be: of another amplitude, negated,
/// or rounded to multiples of a step.
std::vector<Candidate> gain_candidates(const Source& source, const Claim& claim);

}  // namespace sextant::verify
