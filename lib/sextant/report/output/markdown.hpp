#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace sextant {

/// The report as GitHub-flavoured Markdown: the result in a paragraph, then what the page shows, as
/// tables.  Texts of the document are escaped, so that none of them becomes markup.  Throws Error
/// where the document is not a report.
std::string markdown(const nlohmann::json& report);

}  // namespace sextant
