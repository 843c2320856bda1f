#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Returns candidates with another number of buckets or another largest distance, for the buckets
/// of T5 and DeBERTa.  They agree with a sample of the table.  Empty for other formulas.
std::vector<Candidate> bucket_candidates(const Source& source, const Claim& claim);

}  // namespace sextant::verify
