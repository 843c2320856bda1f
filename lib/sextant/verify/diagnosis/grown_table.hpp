#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/diagnosis/finding.hpp"

namespace sextant::verify {

/// A rotary table in two pieces: the rows before some row, or those from it on, are as claimed, and
/// the others follow another scaling of the context.  Empty if the table is not proved to be that.
std::vector<Finding> grown_table(const Source& source, const Claim& claim);

}  // namespace sextant::verify
