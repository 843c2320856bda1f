#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace sextant {

/// The document of a report that a file has; throws Error, naming the file, for anything else.
nlohmann::json read_report(const std::string& path);

/// What changed from one report to another of the same encoding: the document of
/// reports/schema/report_diff.schema.json.  A largest error grew if it is more than `allowed` times
/// what it was, and a limit that is exceeded earlier counts as such; what only a longer search
/// found does not.  Throws Error where the encodings differ, or nothing is in both.
nlohmann::ordered_json changes(const nlohmann::json& before, const nlohmann::json& after,
                               double allowed);

/// The same in words: what grew comes first, `most` of each kind.
std::string to_words(const nlohmann::ordered_json& changes, std::size_t most);

}  // namespace sextant
