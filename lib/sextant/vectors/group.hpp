#pragma once

#include <nlohmann/json.hpp>

#include "sextant/vectors/subject.hpp"

namespace sextant::vectors {

/// What a group says of its encoding, without its tests: enough to evaluate it knowing nothing of
/// this program.
nlohmann::ordered_json group(const Subject& subject);

}  // namespace sextant::vectors
