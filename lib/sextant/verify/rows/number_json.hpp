#pragma once

#include <nlohmann/json.hpp>

#include "sextant/number/format.hpp"

namespace sextant::verify {

/// A number of a format: its pattern, in hexadecimal, and the shortest decimal that reads back.
nlohmann::json number_json(const Format& format, double value);

}  // namespace sextant::verify
