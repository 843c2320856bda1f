#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace sextant {

/// The section about what attention sees of a table; nothing for null.
std::string markdown_attention(const nlohmann::json& attention);

}  // namespace sextant
