#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace sextant {

/// The section about mutants: every one, and what killed it; for null, that they were not run, and
/// how they are.
std::string markdown_mutants(const nlohmann::json& mutants);

}  // namespace sextant
