#pragma once

#include <vector>

#include <nlohmann/json.hpp>

#include "sextant/vectors/places.hpp"

namespace sextant::vectors {

/// The tests of a subject, numbered from `first` on: members of `tests` in
/// reports/schema/vectors.schema.json.
std::vector<nlohmann::ordered_json> tests(const Subject& subject, std::uint64_t searched,
                                          std::size_t first);

}  // namespace sextant::vectors
