#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Returns candidates whose entries are negated, have another amplitude, or are rounded to
/// multiples of a step.  Empty for tables of frequencies.
std::vector<Candidate> gain_candidates(const Source& source, const Claim& claim, Search search);

}  // namespace sextant::verify
