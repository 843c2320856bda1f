#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace sextant {

/// The report as one HTML file that opens from disk and asks the network for nothing: the document,
/// our scripts and the drawing library are all inside.  Built without the drawing library it shows
/// tables only, and says so.  Throws Error where the document is not a report.
std::string page(const nlohmann::json& report);

}  // namespace sextant
