#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Returns the candidates for a table, in order of precedence.  Rows of `source` are read to
/// estimate parameters.  Empty for waves without pairs.
std::vector<Candidate> candidates(const Source& source, const Claim& claim,
                                  Search search = Search::direct);

}  // namespace sextant::verify
