#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace sextant {

/// The section about sweeps: how far models' tables are off by recipe and format, each sweep with
/// its largest errors and their places, and those that could not be done; for null, that they were
/// not run, and how they are.
std::string markdown_sweeps(const nlohmann::json& sweeps);

}  // namespace sextant
