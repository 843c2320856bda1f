#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// The candidates for a table, in order of precedence; `source` is looked at to estimate
/// parameters.
std::vector<Candidate> candidates(const Source& source, const Claim& claim,
                                  Search search = Search::direct);

}  // namespace sextant::verify
