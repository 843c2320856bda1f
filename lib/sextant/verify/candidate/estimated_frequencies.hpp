#pragma once

#include <optional>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Some pairs have a vacuous bound only because the margin of their frequency is wide.  Returns the
/// candidate with these frequencies estimated from `rows`.  Each stays within its old margin; its
/// new margin is four roundings.  nullopt if there are no such pairs, if the candidate's
/// frequencies are not nearly given, or for fewer than 16 rows.
///                                                                                verdict.md, (3a)
std::optional<Candidate> with_estimated_frequencies(const Source& rows, const Candidate& candidate);

/// Returns the new margin over the usual one, each with the rounding of the product: 5/33.  1 if
/// the frequencies cannot be estimated.
double estimated_part(const Candidate& candidate, std::uint64_t rows);

}  // namespace sextant::verify
