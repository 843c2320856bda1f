#pragma once

#include "sextant/verify/observation/where.hpp"
#include "sextant/verify/rotation/rotated_bounds_check.hpp"

namespace sextant::verify {

/// Returns where rotated vectors disagree with their claim.  Lead l belongs to head l modulo
/// `heads`.
Where where(const RotatedSource& source, const Claim& claim,
            const std::vector<RotatedColumn>& columns, std::uint64_t heads);

}  // namespace sextant::verify
