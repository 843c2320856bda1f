#pragma once

#include "sextant/verify/suspect.hpp"

namespace sextant::verify {

/// The same positions further by `shift`; nothing where one leaves the range.
std::optional<Positions> shifted(const Positions& positions, Position shift);

/// The positions that a suspect makes of some; nothing where a detour overflows, or leaves the
/// parts that they are counted in.
std::optional<Positions> rounded(const Positions& positions, const Suspect& suspect);

}  // namespace sextant::verify
