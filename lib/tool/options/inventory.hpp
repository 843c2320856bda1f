#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace sextant::tool {

/// A list of `sextant list` as an array of {name, summary}.  Models and engines have further
/// fields.  `what` is encodings, recipes, engines, formats, models, faults, libraries or
/// modes.  Throws Error for anything else.
nlohmann::json inventory(const std::string& what);

}  // namespace sextant::tool
