#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Returns the candidates for the index of a window and for the coordinates of Swin v2.  Their
/// parameters are estimated from the table.  Empty for other encodings.
std::vector<Candidate> window_candidates(const Source& source, const Claim& claim);

}  // namespace sextant::verify
