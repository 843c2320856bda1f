#pragma once

#include <CLI/CLI.hpp>

namespace sextant::tool {

/// `sextant report diff BEFORE AFTER`, under `report`.
CLI::App* add_report_diff(CLI::App& report, int& status);

}  // namespace sextant::tool
