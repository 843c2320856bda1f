#pragma once

#include <cstdint>

#include <nlohmann/json.hpp>

namespace sextant::properties {

/// A report as one might come out, with invented figures: for tests of the page and of nothing
/// else. Equal seeds give equal documents.
nlohmann::json sample_report(std::uint64_t seed);

}  // namespace sextant::properties
