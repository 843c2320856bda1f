#pragma once

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Minimum number of rows for a reliable test of a recurrence.  For shorter tables recurrences are
/// among the last candidates.
inline constexpr std::uint64_t kLongRun = 16;

/// Returns candidates with unsound recipes.  Bitwise matches come first, then candidates within
/// bounds.
std::vector<Candidate> recipe_candidates(const Source& source, const Claim& claim);
/// Returns candidates with sines and cosines of their own, accepted within their bounds.
std::vector<Candidate> sine_candidates(const Source& source, const Claim& claim);
/// Returns candidates that are recurrences, accepted within bounds, from any first row.  These
/// bounds fit many other tables, so the candidates come late.  If `continues_from_first_row` is
/// true, the first row is the only evidence.
std::vector<Candidate> run_candidates(const Source& source, const Claim& claim,
                                      bool continues_from_first_row = false);

}  // namespace sextant::verify
