#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace sextant {

/// The section about how near anything came to each derived bound; nothing for null.
std::string markdown_bounds(const nlohmann::json& bounds);

}  // namespace sextant
