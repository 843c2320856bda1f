#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/observation/observed_frequency.hpp"

namespace sextant::verify {

/// Returns the candidates for faults in the context scaling of a rotary encoding: missing or
/// repeated scaling, a wrong amplitude, other conventions of YaRN, wrong bands, lists, and
/// exponents over the whole head.  Empty for other encodings.
std::vector<Candidate> context_candidates(const Claim& claim);

/// Returns candidates with another kind of context scaling, or with scaling parameters fitted to
/// the table.  Each has the amplitude that its context gives, the claimed amplitude, or 1.  Empty
/// for encodings other than rotary with law d.
std::vector<Candidate> fitted_candidates(const Source& source, const Claim& claim, ShownBy by);

/// Returns bases of other models with the claimed scaling, or without it.  Another fault does not
/// hide them as it does estimates.  Empty if no scaling is claimed.
std::vector<Candidate> usual_bases(const Claim& claim, bool scaled);

}  // namespace sextant::verify
