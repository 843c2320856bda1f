#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/rows/claim.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Returns the claim whose waves became multiples of a step, as in integers of few bits: by
/// rounding to nearest, or toward zero; all with one step, or with one for each row or block of
/// columns. Empty if the entries are no such multiples.
///                                                                      verdict.md, (35a)
std::vector<Candidate> quantised_candidates(const Source& source, const Claim& claim);

}  // namespace sextant::verify
