#pragma once

#include <filesystem>
#include <string>

namespace sextant::tool {

/// Draws figures/*.svg for the report.json in `root`, with the Python program that is installed
/// with the tool.  Returns an empty text, or the reason why nothing was drawn, such as missing
/// Python or matplotlib.  Figures of an earlier report are removed in both cases.
std::string draw_figures(const std::filesystem::path& root);

}  // namespace sextant::tool
