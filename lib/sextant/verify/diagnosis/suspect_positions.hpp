#pragma once

#include "sextant/verify/diagnosis/suspect.hpp"

namespace sextant::verify {

/// The same positions further by `shift`; nothing where one leaves the range.
std::optional<Positions> shifted(const Positions& positions, Position shift);

/// Whether an origin may be added to positions before they meet anything else: there is none, or it
/// is an integer.
bool counts_from_origin(const Claim& claim);
/// The same suspect, whose program counts from there.
Suspect with_origin_in_positions(Suspect suspect);

/// The positions that a suspect makes of some; nothing where a detour overflows, or leaves the
/// parts that they are counted in.
std::optional<Positions> rounded(const Positions& positions, const Suspect& suspect);

}  // namespace sextant::verify
