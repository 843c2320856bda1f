#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace sextant {

/// The section about speed: its ratios and the conditions of measurement; for null, that it was not
/// run, and the command that runs it.
std::string markdown_speed(const nlohmann::json& speed);

/// The section about sweeps: the errors of models' tables by recipe and format, with the largest
/// errors and their places, and the sweeps that were not possible.  For null, that they were not
/// run, and the command that runs them.
std::string markdown_sweeps(const nlohmann::json& sweeps);

/// The section about the effect of table errors on attention; empty for null.
std::string markdown_attention(const nlohmann::json& attention);

/// The section about the largest ratio of errors to each derived bound; empty for null.
std::string markdown_bounds(const nlohmann::json& bounds);

/// The section of statements and their verdicts: their counts, then a table for each subject; empty
/// for null.
std::string markdown_claims(const nlohmann::json& claims);

/// The section about the engines of a rotary encoding; empty if there are none.
std::string markdown_engines(const nlohmann::json& engines);
/// The section about every encoding with a name; empty if there is none.
std::string markdown_families(const nlohmann::json& families);

/// The section about the diagnosis: its results for tables with known faults; for null, that it was
/// not measured, and the command that measures it.
std::string markdown_confusion(const nlohmann::json& confusion);

/// The section about mutants, and what killed each; for null, that they were not run, and the
/// command that runs them.
std::string markdown_mutants(const nlohmann::json& mutants);

/// The section about theorems: what is proved to which range, by which command and method, and the
/// result of the other method.  For null, that they were not run, and the command that runs them.
std::string markdown_theorems(const nlohmann::json& theorems);

}  // namespace sextant
