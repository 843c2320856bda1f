#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace sextant {

/// What a script measured and a report shows, from the file that the script wrote, once `require`
/// has taken it.  Throws Error, naming the file, for what is no JSON, or not what `kind` says:
/// "speeds"; or what is larger than so many bytes, 1 MiB of what a page carries whole.
nlohmann::json read_result(const std::string& path, const char* kind,
                           void (*require)(const nlohmann::json&),
                           std::uint64_t largest = std::uint64_t{1} << 20);

/// A document that is read and never changed.
using Document = std::shared_ptr<const nlohmann::json>;

/// What scripts/bench, mutants, theorems, sweeps and confusion wrote into a file.  They throw
/// Error, naming the file and the place in it, for anything but what
/// reports/schema/report.schema.json describes under that name.
Document read_speed(const std::string& path);
Document read_mutants(const std::string& path);
Document read_theorems(const std::string& path);
Document read_sweeps(const std::string& path);
Document read_confusion(const std::string& path);

}  // namespace sextant
