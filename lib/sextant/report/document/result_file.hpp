#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

namespace sextant {

/// What a script measured and a report shows, from the file that the script wrote, once `require`
/// has taken it.  Throws Error, naming the file, for what is no JSON, or not what `kind` says:
/// "speeds"; or what is larger than so many bytes, 1 MiB of what a page carries whole.
nlohmann::json read_result(const std::string& path, const char* kind,
                           void (*require)(const nlohmann::json&),
                           std::uint64_t largest = std::uint64_t{1} << 20);

}  // namespace sextant
