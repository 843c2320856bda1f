#pragma once

#include "sextant/verify/observation/where.hpp"
#include "sextant/verify/rotation/rotated_bounds_check.hpp"

namespace sextant::verify {

/// Returns where rotated vectors disagree with their claim.  The last axis of leads is that of
/// heads.
Where where(const RotatedSource& source, const Claim& claim,
            const std::vector<RotatedColumn>& columns);

/// Returns the number of entries of each lead that disagree with the claim.
std::vector<std::uint64_t> differing_by_lead(const RotatedSource& source, const Claim& claim,
                                             const std::vector<RotatedColumn>& columns);

}  // namespace sextant::verify
