#pragma once

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// The same positions further by `shift`; nothing where one leaves the range.
std::optional<Positions> shifted(const Positions& positions, Position shift);

/// Whether an origin may be added to positions before they meet anything else: there is none, or it
/// is an integer.
bool counts_from_origin(const Claim& claim);
/// The same candidate, whose program counts from there.
Candidate with_origin_in_positions(Candidate candidate);

/// The positions that a candidate makes of some; nothing where a detour overflows, or leaves the
/// parts that they are counted in.
std::optional<Positions> rounded(const Positions& positions, const Candidate& candidate);

}  // namespace sextant::verify
