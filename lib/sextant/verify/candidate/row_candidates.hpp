#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// The candidates that have the right rows in other places: from the last position to the first, or
/// with the row of zeros elsewhere.
std::vector<Candidate> row_candidates(const Source& source, const Claim& claim);

}  // namespace sextant::verify
