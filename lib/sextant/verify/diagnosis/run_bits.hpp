#pragma once

#include "sextant/exact/oracle.hpp"
#include "sextant/verify/diagnosis/suspect.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Whether every row is the one before, turned once, bit for bit: by some rotation that a program
/// may have computed for it, in the format that the table is stored in, with products fused or not.
/// Of half a pair the other half is taken for one that the first row leaves open.  Pairs of which
/// too much is open must turn, wherever they start; nothing is said of a few rows.
///                                                                             verdict.md, (22a)
bool rotated_bit_for_bit(const Source& source, const exact::Oracle& truth, const Suspect& suspect);

}  // namespace sextant::verify
