#pragma once

#include <optional>

#include "sextant/verify/diagnosis/finding.hpp"
#include "sextant/verify/rows/claim.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// The likely finding that sines come from a polynomial or a table.  Entries of any columns whose
/// angles are near each other, modulo a turn, then err alike.  nullopt if they do not, if the
/// errors are about as small as storage makes them, or if one exceeds a tenth of the amplitude.
///                                                                            verdict.md, (38)
std::optional<Finding> approximate_sines(const Source& source, const Claim& claim);

}  // namespace sextant::verify
