#pragma once

#include <cstdint>

#include <nlohmann/json_fwd.hpp>

#include "sextant/encoding/position/position.hpp"
#include "sextant/number/format.hpp"

namespace sextant::verify {

/// A number of a format, as {bits, hex, decimal}: its bit pattern, its value in hexadecimal, and
/// the shortest decimal that reads back.
nlohmann::json number_json(const Format& format, double value);

/// A position in units of 1/parts: an integer if it is one, otherwise its text.
nlohmann::json position_json(Position position, std::uint64_t parts);

}  // namespace sextant::verify
