#pragma once

#include "sextant/verify/accept/bitwise_match.hpp"
#include "sextant/verify/accept/bounds_result.hpp"
#include "sextant/verify/rotation/applied_rotation.hpp"
#include "sextant/verify/rotation/rotated_source.hpp"
#include "sextant/verify/rows/error_statistics.hpp"

namespace sextant::verify {

/// Checks rotated vectors.  Every number must be correctly rounded, or within a bound of at most
/// 0.1 of its pair's length.  If the bound is larger, the same-arithmetic check decides.  Stops
/// after more than `patience` violations. reports/derivations/rotation.md, (14) and (17)
BoundsResult check_bounds(const RotatedSource& source, const AppliedRotation& applied,
                          std::uint64_t patience = ~std::uint64_t{0},
                          const Progress& progress = {});

/// How many numbers of rotated vectors the recipe computes bit for bit.
Match bitwise_match(const RotatedSource& source, const AppliedRotation& applied,
                    recipe::Fused fused, std::uint64_t patience = ~std::uint64_t{0});

}  // namespace sextant::verify
