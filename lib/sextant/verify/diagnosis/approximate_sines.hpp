#pragma once

#include <optional>

#include "sextant/verify/diagnosis/finding.hpp"
#include "sextant/verify/rows/claim.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Returns the likely finding that sines come from a polynomial or a table: entries whose angles
/// are close modulo a turn then have about the same error, in all columns.  nullopt if they do not,
/// or if the errors are as small as those of storage.  Also nullopt if one exceeds a tenth of the
/// amplitude, or if too few entries can be compared.
///                                                                                 verdict.md, (38)
std::optional<Finding> approximate_sines(const Source& source, const Claim& claim);

}  // namespace sextant::verify
