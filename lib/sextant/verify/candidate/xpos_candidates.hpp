#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Returns the candidates for a scale of xPos, alone or in sines and cosines: its inverse, another
/// centre, gamma or scale base, and an exponent that is an integer.  For the scale alone also
/// columns in another order; for sines and cosines also no scale.  Empty for other encodings.
std::vector<Candidate> xpos_candidates(const Source& source, const Claim& claim);

/// Returns the rows divided by the scale of xPos that the claim has, and the claim without it.
/// What is estimated from sines and cosines is estimated from these.
Source unscaled(const Source& source, const Claim& claim);
Claim unscaled(const Claim& claim);
/// Returns the candidate of an unscaled claim with the scale of `claim`.
Candidate with_scale(Candidate candidate, const Claim& claim);

}  // namespace sextant::verify
