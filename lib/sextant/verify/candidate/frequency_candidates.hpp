#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Returns candidates with frequencies of the claimed base in wrong places: those of another pair,
/// reciprocals, or exponents that count columns.  Empty with context scaling, with phases, or for
/// fewer than 3 pairs.
std::vector<Candidate> law_candidates(const Claim& claim);

/// Returns candidates whose exponents are divided by the dimension of the whole head, although only
/// a part of it is rotated.
std::vector<Candidate> head_candidates(const Claim& claim);

/// Returns candidates with other frequencies: exponents with another divisor, rounded frequencies,
/// or another base.
std::vector<Candidate> frequency_candidates(const Source& source, const Claim& claim,
                                            Search search);

/// Returns candidates whose frequencies, or their reciprocals, were rounded to a format narrower
/// than the format computed in.  No two have equal frequencies.
std::vector<Candidate> rounded_candidates(const Source& source, const Claim& claim);

/// Returns candidates that change the angles of all pairs alike: positions are scaled, or a phase
/// is added.  Empty for tables of frequencies and for claims with phases.
std::vector<Candidate> angle_candidates(const Source& source, const Claim& claim, Search search);

/// Returns candidates that round angles, or the factors of the product position times frequency:
/// bfloat16, float16 or TF32.  Empty for tables of frequencies and for fractional positions.
std::vector<Candidate> product_candidates(const Source& source, const Claim& claim);

}  // namespace sextant::verify
