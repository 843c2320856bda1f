#pragma once

#include <vector>

#include "sextant/exact/oracle.hpp"
#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Results that are cut off where they are stored, or flushed to zero.
std::vector<Candidate> storing_candidates(const Source& source, const Claim& claim);

/// A table as rounding to nearest might have stored it: half a step is added to what was cut off,
/// and of zeros that may have been something nothing is said.               verdict.md, (24)
Source before_storing(const Source& source, const recipe::ComputeFormats& formats,
                      const exact::Oracle& truth);

}  // namespace sextant::verify
