#pragma once

#include <cstdint>

#include <nlohmann/json_fwd.hpp>

#include "sextant/encoding/position/position.hpp"
#include "sextant/number/format.hpp"

namespace sextant::verify {

/// A number of a format: its pattern, in hexadecimal, and the shortest decimal that reads back.
nlohmann::json number_json(const Format& format, double value);

/// A position that counts parts of 1/parts: a JSON integer, or the text of what is none.
nlohmann::json position_json(Position position, std::uint64_t parts);

}  // namespace sextant::verify
