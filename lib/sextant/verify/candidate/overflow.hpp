#pragma once

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Returns whether the candidate rounds a position to infinity.
bool overflows(const Candidate& candidate, Position position, std::uint64_t parts);

/// Returns whether some entry of a position that the candidate rounds to infinity is finite.
bool has_finite_overflow(const Source& source, const Candidate& candidate);

/// Returns whether the candidate predicts all entries that are not finite: their position, angle or
/// number overflows in the format to which the fault rounds it.
///                                                                            verdict.md, Overflow
bool predicts_overflow(const Source& source, const Candidate& candidate);

}  // namespace sextant::verify
