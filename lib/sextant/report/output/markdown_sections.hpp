#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace sextant {

/// The section about speed: its ratios, and under which circumstances they were measured; for null,
/// that it was not run, and how it is.
std::string markdown_speed(const nlohmann::json& speed);

/// The section about sweeps: how far models' tables are off by recipe and format, each sweep with
/// its largest errors and their places, and those that could not be done; for null, that they were
/// not run, and how they are.
std::string markdown_sweeps(const nlohmann::json& sweeps);

/// The section about what attention sees of a table; nothing for null.
std::string markdown_attention(const nlohmann::json& attention);

/// The section about how near anything came to each derived bound; nothing for null.
std::string markdown_bounds(const nlohmann::json& bounds);

/// The section of statements and their verdicts: how many of each, then a table a subject; nothing
/// for null.
std::string markdown_claims(const nlohmann::json& claims);

/// The section about the engines of a rotary encoding; nothing where there are none.
std::string markdown_engines(const nlohmann::json& engines);
/// The section about every encoding known by name; nothing where there is none.
std::string markdown_families(const nlohmann::json& families);

/// The section about the diagnosis: what it calls tables whose faults are known; for null, that it
/// was not measured, and how it is.
std::string markdown_confusion(const nlohmann::json& confusion);

/// The section about mutants: every one, and what killed it; for null, that they were not run, and
/// how they are.
std::string markdown_mutants(const nlohmann::json& mutants);

/// The section about theorems: what is proved to which range, by which command and method, and what
/// the other route says; for null, that they were not run, and how they are.
std::string markdown_theorems(const nlohmann::json& theorems);

}  // namespace sextant
