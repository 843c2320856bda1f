#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace sextant {

/// What scripts/mutants found, from the file that it wrote.  Throws Error, naming the file and the
/// place in it, for anything but what reports/schema/report.schema.json calls mutants.
nlohmann::json read_mutants(const std::string& path);

}  // namespace sextant
