#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace sextant {

/// The section about the engines of a rotary encoding; nothing where there are none.
std::string markdown_engines(const nlohmann::json& engines);
/// The section about every encoding known by name; nothing where there is none.
std::string markdown_families(const nlohmann::json& families);

}  // namespace sextant
