#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// What goes wrong with the context of a rotary encoding: scaling that is missing or done twice, an
/// amplitude, the conventions of YaRN, bands, lists, and exponents over the head.  Nothing for
/// other encodings.
std::vector<Candidate> context_candidates(const Claim& claim);

/// Contexts whose numbers or whose kind of scaling are fitted to the table: each with the amplitude
/// that they give, the claimed one, or 1.  Empty for other encodings.
std::vector<Candidate> fitted_candidates(const Source& source, const Claim& claim);

}  // namespace sextant::verify
