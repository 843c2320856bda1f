#pragma once

#include <cstdint>

#include <nlohmann/json.hpp>

namespace sextant::properties {

/// A report as one might come out, with invented figures: for tests of the page and of nothing
/// else. Equal seeds give equal documents.
nlohmann::json sample_report(std::uint64_t seed);

/// What such a report says of speed; invented too.
nlohmann::json sample_speed();

/// And of mutants, confusion, theorems, and sweeps.
nlohmann::json sample_mutants();
nlohmann::json sample_confusion();
nlohmann::json sample_theorems();
nlohmann::json sample_sweeps();

/// What such a report says of attention and of statements; invented too.
nlohmann::json sample_attention();
nlohmann::json sample_claims();
nlohmann::json sample_engines();
nlohmann::json sample_families();
nlohmann::json sample_bounds();
nlohmann::json sample_explorer();  ///< its members

/// One of them with few observations of each sort, for properties that try many variations of it.
const nlohmann::json& small_sample_report();

}  // namespace sextant::properties
