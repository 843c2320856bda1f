#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Returns candidates whose columns are permuted or shifted, and have none of the known layouts.
/// At most two; empty if the columns are as claimed or a column holds none of the expected waves.
///                                                                                 verdict.md, (26)
std::vector<Candidate> column_candidates(const Source& source, const Claim& claim, Search search);

}  // namespace sextant::verify
