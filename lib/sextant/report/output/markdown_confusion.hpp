#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace sextant {

/// The section about the diagnosis: what it calls tables whose faults are known; for null, that it
/// was not measured, and how it is.
std::string markdown_confusion(const nlohmann::json& confusion);

}  // namespace sextant
