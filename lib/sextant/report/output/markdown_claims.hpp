#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace sextant {

/// The section of statements and their verdicts: how many of each, then a table a subject; nothing
/// for null.
std::string markdown_claims(const nlohmann::json& claims);

}  // namespace sextant
