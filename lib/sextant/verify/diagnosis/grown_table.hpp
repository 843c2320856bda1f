#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/diagnosis/finding.hpp"

namespace sextant::verify {

/// Returns the finding that a rotary table has two pieces: some first or last rows are as claimed,
/// and the others have another context scaling.  Empty if that is not proved.
std::vector<Finding> grown_table(const Source& source, const Claim& claim);

}  // namespace sextant::verify
