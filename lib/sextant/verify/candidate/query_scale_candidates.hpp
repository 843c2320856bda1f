#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Returns the candidates for a table of a query scale, in order of precedence: other forms,
/// 16-bit arithmetic, float32 arithmetic, positions that restart, offsets of positions up to 2,
/// then parameters and offsets that are estimated from the table, and last positions in 16 bits.
std::vector<Candidate> query_scale_candidates(const Source& source, const Claim& claim);

}  // namespace sextant::verify
