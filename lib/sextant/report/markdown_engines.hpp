#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace sextant {

/// The section about the engines of a rotary encoding; nothing where there are none.
std::string markdown_engines(const nlohmann::json& engines);

}  // namespace sextant
