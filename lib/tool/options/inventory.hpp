#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace sextant::tool {

/// What there is of a kind: an array of {name, summary}, of models also their encoding and where it
/// is from.  `what` is encodings, recipes, engines, formats, models or faults; throws Error for
/// anything else.
nlohmann::json inventory(const std::string& what);

}  // namespace sextant::tool
