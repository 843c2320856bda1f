#pragma once

#include <vector>

#include "sextant/exact/oracle.hpp"
#include "sextant/verify/diagnosis/suspect.hpp"

namespace sextant::verify {

/// Results that are cut off where they are stored, or flushed to zero.
std::vector<Suspect> storing_suspects(const Source& source, const Claim& claim);

/// A table as rounding to nearest might have stored it: half a step is added to what was cut off,
/// and of zeros that may have been something nothing is said.               verdict.md, (24)
Source before_storing(const Source& source, const recipe::ComputeFormats& formats,
                      const exact::Oracle& truth);

}  // namespace sextant::verify
