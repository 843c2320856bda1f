#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Returns the candidates for a table, in order of precedence.  Rows of `source` are read to
/// estimate parameters.  Empty for waves without pairs.
std::vector<Candidate> candidates(const Source& source, const Claim& claim,
                                  Search search = Search::direct);

/// Returns those of them whose rows may be in another order than that of waves: they hold other
/// positions, or positions or angles are rounded.
std::vector<Candidate> out_of_order(const Source& source, const Claim& claim);

}  // namespace sextant::verify
