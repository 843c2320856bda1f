#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace sextant {

/// What scripts/confusion found, from the file that it wrote.  Throws Error, naming the file and
/// the place in it, for anything but what reports/schema/report.schema.json calls confusion.
nlohmann::json read_confusion(const std::string& path);

}  // namespace sextant
