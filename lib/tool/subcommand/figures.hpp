#pragma once

#include <filesystem>
#include <string>

namespace sextant::tool {

/// Draws figures/*.svg of the report.json in `root`, by the Python program that is installed beside
/// the tool.  Where there is no Python or no matplotlib it draws none: then the answer says so, and
/// is empty otherwise.  Figures of an earlier report go either way.
std::string draw_figures(const std::filesystem::path& root);

}  // namespace sextant::tool
