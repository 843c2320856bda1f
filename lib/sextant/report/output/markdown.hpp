#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace sextant {

/// The report as GitHub-flavoured Markdown: the answer, safe ranges, engines, and the drift in
/// every fourth octave.  Texts of the document are escaped, so none becomes markup.  Throws Error
/// if the document is not a report.
std::string markdown(const nlohmann::json& report);

}  // namespace sextant
