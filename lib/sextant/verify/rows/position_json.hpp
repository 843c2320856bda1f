#pragma once

#include <cstdint>

#include <nlohmann/json.hpp>

#include "sextant/encoding/position/position.hpp"

namespace sextant::verify {

/// A position that counts parts of 1/parts: a JSON integer, or the text of what is none.
nlohmann::json position_json(Position position, std::uint64_t parts);

}  // namespace sextant::verify
