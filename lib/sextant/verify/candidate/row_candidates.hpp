#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Returns candidates with reversed rows, angles of the opposite sign, mirrored positions, or the
/// row of zeros at another position.  Empty for tables of frequencies.
std::vector<Candidate> row_candidates(const Source& source, const Claim& claim);

/// Whether a row of zeros at a position may be the padding row of an embedding.
bool may_be_padding(const Claim& claim, Position p);

}  // namespace sextant::verify
