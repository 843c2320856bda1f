#pragma once

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace sextant {

/// The report as one HTML file that opens from disk without network access: it contains the
/// document, our scripts and the drawing library.  Without the drawing library it shows only
/// tables, and a note; without scripts, the answer and its table.  Of the project's records it
/// contains only the sweeps of its own encoding.  If `beside_exact` is true, its explorer links to
/// kExactPage, a file in the same folder.  Throws Error if the document is not a report.
std::string page(const nlohmann::json& report, bool beside_exact = false);

/// The name of the page that computes true values (lib/web), beside a report.
constexpr const char* kExactPage = "sextant.html";

/// The project's records in a report (speed, mutants, theorems, sweeps, confusion) as a page of the
/// same kind; nullopt if the report has none.
std::optional<std::string> evidence_page(const nlohmann::json& report);

}  // namespace sextant
