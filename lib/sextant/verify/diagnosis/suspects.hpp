#pragma once

#include <vector>

#include "sextant/verify/diagnosis/suspect.hpp"

namespace sextant::verify {

/// The suspects for a table, in order of precedence; `source` is looked at to estimate parameters.
std::vector<Suspect> suspects(const Source& source, const Claim& claim,
                              Search search = Search::direct);

}  // namespace sextant::verify
