#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace sextant {

/// Reads a script's results from a file, and checks them with `require`.  Throws Error, naming the
/// file, for invalid JSON, for another `kind` than the given one (such as "speeds"), and for more
/// than `largest` bytes.  The default of 1 MiB is for results that the page includes completely.
nlohmann::json read_result(const std::string& path, const char* kind,
                           void (*require)(const nlohmann::json&),
                           std::uint64_t largest = std::uint64_t{1} << 20);

/// An immutable document.
using Document = std::shared_ptr<const nlohmann::json>;

/// The results that scripts/bench, mutants, theorems, sweeps and confusion wrote into a file.  They
/// throw Error, naming the file and the place in it, if reports/schema/report.schema.json does not
/// allow it.
Document read_speed(const std::string& path);
Document read_mutants(const std::string& path);
Document read_theorems(const std::string& path);
Document read_sweeps(const std::string& path);
Document read_confusion(const std::string& path);

}  // namespace sextant
