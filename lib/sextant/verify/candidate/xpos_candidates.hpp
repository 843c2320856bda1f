#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Returns the candidates for a scale of xPos: its inverse, another centre, gamma or scale base, an
/// exponent that is an integer, and columns in another order.  Empty for other encodings.
std::vector<Candidate> xpos_candidates(const Source& source, const Claim& claim);

}  // namespace sextant::verify
