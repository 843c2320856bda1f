#pragma once

#include <vector>

#include "sextant/verify/diagnosis/row_order.hpp"
#include "sextant/verify/diagnosis/suspect.hpp"

namespace sextant::verify {

/// Which row of a claim every row of a table is, each one's once, as they fit best together, by
/// rough and by fine tolerances; none where some fit nowhere, where all are where they belong, or
/// where there are too many to try each with each.                             verdict.md, (26)
std::vector<Reordering> matched_rows(const Source& source, const Claim& claim);

}  // namespace sextant::verify
