#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace sextant {

/// What scripts/bench measured, from the file that it wrote.  Throws Error, naming the file and the
/// place in it, for anything but what reports/schema/report.schema.json calls speed.
nlohmann::json read_speed(const std::string& path);

}  // namespace sextant
