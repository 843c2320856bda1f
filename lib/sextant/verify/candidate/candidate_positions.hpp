#pragma once

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Returns the positions plus `shift`; nullopt if one leaves the valid range.
std::optional<Positions> shifted(const Positions& positions, Position shift);

/// Returns whether the origin may be added to positions before any other computation: it is 0 or a
/// position in the valid range.
bool counts_from_origin(const Claim& claim);
/// Returns the same candidate with its origin moved into `shift`.
Candidate with_origin_in_positions(Candidate candidate);

/// Returns the positions after the candidate moves, clamps and rounds them.  A position whose
/// rounding overflows stays: its entries are not finite. nullopt if a rounded position leaves the
/// valid range, or is no multiple of 1/parts.
std::optional<Positions> rounded(const Positions& positions, const Candidate& candidate);
/// Returns the positions from which the candidate computes: shifted, then rounded.  nullopt if
/// one leaves the valid range, or is no multiple of 1/parts.
std::optional<Positions> computed_from(const Positions& positions, const Candidate& candidate);

}  // namespace sextant::verify
