#pragma once

#include <vector>

#include "sextant/verify/diagnosis/finding.hpp"
#include "sextant/verify/rotation/rotated_acceptance.hpp"
#include "sextant/verify/rows/claim.hpp"

namespace sextant::verify {

/// Returns why vectors are not rotated as claimed: the first candidate that explains them, or a few
/// corrupt numbers.  Candidates are tested on a sample, then on all vectors.  Empty if unexplained.
std::vector<Finding> diagnose(const RotatedSource& source, const Claim& claim,
                              const Program& program);

}  // namespace sextant::verify
