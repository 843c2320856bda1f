#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace sextant {

/// What scripts/theorems proved, from the file that it wrote.  Throws Error, naming the file and
/// the place in it, for anything but what reports/schema/report.schema.json calls theorems.
nlohmann::json read_theorems(const std::string& path);

}  // namespace sextant
