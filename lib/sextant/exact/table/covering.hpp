#pragma once

#include <optional>

#include "sextant/encoding/position/position.hpp"

namespace sextant::exact {

/// The shortest range `A:B:STEP` that contains all listed positions; nullopt if they are not
/// listed, or if it has more than `most` positions.
std::optional<Positions> covering(const Positions& positions, std::uint64_t most);

}  // namespace sextant::exact
