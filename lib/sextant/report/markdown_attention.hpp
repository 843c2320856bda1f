#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace sextant {

/// The section about what attention sees of a table; nothing for null.
std::string markdown_attention(const nlohmann::json& attention);

/// The section of statements and their verdicts; nothing for null.
std::string markdown_claims(const nlohmann::json& claims);

}  // namespace sextant
