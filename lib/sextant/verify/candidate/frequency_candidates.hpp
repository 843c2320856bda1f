#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Columns that turn by frequencies of the same base in the wrong places: those of another pair,
/// their reciprocals, or exponents that count columns.
std::vector<Candidate> law_candidates(const Claim& claim);

/// Exponents over the channels of a whole head, of which a part is rotated.
std::vector<Candidate> head_candidates(const Claim& claim);

/// Other frequencies than the claim's: exponents that are divided by something else, another base,
/// a 16-bit format that they went through.
std::vector<Candidate> frequency_candidates(const Source& source, const Claim& claim,
                                            Search search);

/// Frequencies, or their divisors, that were rounded to less than they are computed in; equal ones
/// are one candidate.
std::vector<Candidate> rounded_candidates(const Source& source, const Claim& claim);

/// Angles that are changed alike in all pairs: positions are scaled, or a phase is added.
std::vector<Candidate> angle_candidates(const Source& source, const Claim& claim, Search search);

/// Angles whose factors were rounded by the unit that multiplies them, or that were rounded
/// themselves.
std::vector<Candidate> product_candidates(const Source& source, const Claim& claim);

}  // namespace sextant::verify
