#pragma once

#include <vector>

#include "sextant/verify/diagnosis/suspect.hpp"

namespace sextant::verify {

/// The suspects that have the right rows in other places: from the last position to the first, or
/// with the row of zeros elsewhere.
std::vector<Suspect> row_suspects(const Source& source, const Claim& claim);

}  // namespace sextant::verify
