#pragma once

#include <cstdint>

#include <nlohmann/json.hpp>

namespace sextant::properties {

/// A plausible report with invented figures, only for tests of the page.  Equal seeds give equal
/// documents.
nlohmann::json sample_report(std::uint64_t seed);

/// The part about speed; invented too.
nlohmann::json sample_speed();

/// The parts about mutants, confusion, theorems, and sweeps.
nlohmann::json sample_mutants();
nlohmann::json sample_confusion();
nlohmann::json sample_theorems();
nlohmann::json sample_sweeps();

/// The parts about attention and statements; invented too.
nlohmann::json sample_attention();
nlohmann::json sample_claims();
nlohmann::json sample_engines();
nlohmann::json sample_encodings();
nlohmann::json sample_answer();
nlohmann::json sample_library_bounds();
nlohmann::json sample_bounds();
nlohmann::json sample_explorer();  ///< its members

/// A sample with few observations of each kind, for properties that try many variations.
const nlohmann::json& small_sample_report();

}  // namespace sextant::properties
