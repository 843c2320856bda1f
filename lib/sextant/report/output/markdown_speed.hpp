#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace sextant {

/// The section about speed: its ratios, and under which circumstances they were measured; for null,
/// that it was not run, and how it is.
std::string markdown_speed(const nlohmann::json& speed);

}  // namespace sextant
