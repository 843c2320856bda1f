#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace sextant {

/// The section about theorems: what is proved to which range, by which command and method, and what
/// the other route says; for null, that they were not run, and how they are.
std::string markdown_theorems(const nlohmann::json& theorems);

}  // namespace sextant
