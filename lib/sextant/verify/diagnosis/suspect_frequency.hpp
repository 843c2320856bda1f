#pragma once

#include <vector>

#include "sextant/verify/diagnosis/suspect.hpp"

namespace sextant::verify {

/// Columns that turn by frequencies of the same base in the wrong places: those of another pair,
/// their reciprocals, or exponents that count columns.
std::vector<Suspect> law_suspects(const Claim& claim);

/// Exponents over the channels of a whole head, of which a part is rotated.
std::vector<Suspect> head_suspects(const Claim& claim);

/// Other frequencies than the claim's: exponents that are divided by something else, another base,
/// a 16-bit format that they went through.
std::vector<Suspect> frequency_suspects(const Source& source, const Claim& claim, Search search);

/// Frequencies, or their divisors, that were rounded to less than they are computed in; equal ones
/// are one suspect.
std::vector<Suspect> rounded_suspects(const Source& source, const Claim& claim);

/// Angles that are changed alike in all pairs: positions are scaled, or a phase is added.
std::vector<Suspect> angle_suspects(const Source& source, const Claim& claim, Search search);

/// Angles whose factors were rounded by the unit that multiplies them, or that were rounded
/// themselves.
std::vector<Suspect> product_suspects(const Source& source, const Claim& claim);

}  // namespace sextant::verify
