#pragma once

#include <vector>

#include "sextant/verify/diagnosis/finding.hpp"
#include "sextant/verify/rotation/rotated_acceptance.hpp"
#include "sextant/verify/rows/claim.hpp"

namespace sextant::verify {

/// Why vectors are not turned as claimed: the first candidate that covers them, tried on a sample
/// and then on all, or a few numbers that alone are wrong.  Empty: unexplained.
std::vector<Finding> diagnose(const RotatedSource& source, const Claim& claim,
                              const Program& program);

}  // namespace sextant::verify
