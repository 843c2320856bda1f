#pragma once

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace sextant {

/// The report as one HTML file that opens from disk without network access: it contains the
/// document, our scripts and the drawing library.  Without the drawing library it shows only
/// tables, and a note; without scripts, the answer and its table.  Of the project's records it
/// contains only the sweeps of its own encoding.  Throws Error if the document is not a report.
std::string page(const nlohmann::json& report);

/// The project's records in a report (speed, mutants, theorems, sweeps, confusion) as a page of the
/// same kind; nullopt if the report has none.
std::optional<std::string> evidence_page(const nlohmann::json& report);

}  // namespace sextant
