#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace sextant {

/// The report as one HTML file that opens from disk without network access: it contains the
/// document, our scripts and the drawing library.  Without the drawing library it shows only
/// tables, and a note.  Throws Error if the document is not a report.
std::string page(const nlohmann::json& report);

}  // namespace sextant
