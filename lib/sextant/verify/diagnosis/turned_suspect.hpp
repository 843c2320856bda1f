#pragma once

#include <vector>

#include "sextant/verify/diagnosis/turned_look.hpp"
#include "sextant/verify/rotation/rotated_source.hpp"

namespace sextant::verify {

/// The cosines and sines that turned the vectors, [cos | sin] by position, as far as the vectors
/// tell: of each pair (Σ q̄·q′)/Σ|q|² over some leads.  NaN where all of them are zero.
Source implied_table(const RotatedSource& source, const Pairs& before, const Pairs& after);

/// One fault of the rotation itself: where, which way and which columns.  In order of precedence;
/// the claim is that of the tables, whose chart is [cos | sin].
std::vector<TurnSuspect> rotation_suspects(const RotatedSource& source, const Claim& claim,
                                           const TurnedLook& look);

/// One fault of the tables behind.
std::vector<TurnSuspect> table_suspects(const RotatedSource& source, const Claim& claim,
                                        const TurnedLook& look);

/// A fault of the rotation that a look at the vectors shows, whatever the tables are, and a fault
/// of what this leaves.
std::vector<TurnSuspect> paired_suspects(const RotatedSource& source, const Claim& claim,
                                         const TurnedLook& look);

/// A rotary encoding's pairs in the other layout.
Pairs other_layout(const Pairs& pairs);

}  // namespace sextant::verify
