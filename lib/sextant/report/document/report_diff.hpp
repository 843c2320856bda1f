#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace sextant {

/// Reads the document of a report from a file; throws Error, naming the file, for anything else.
nlohmann::json read_report(const std::string& path);

/// By how much a metric may grow.
struct DiffTolerance {
  double factor = 1;             ///< the largest allowed factor of growth
  bool longer_searches = false;  ///< ignores growth that a longer search alone may explain
};

/// The diff of two reports of the same encoding: the document of
/// reports/schema/report_diff.schema.json.  A largest error grew if it exceeds its tolerance; a
/// limit that is exceeded earlier has grown too.  Throws Error if the encodings differ, or if no
/// metric is in both.
nlohmann::ordered_json report_diff(const nlohmann::json& before, const nlohmann::json& after,
                                   const DiffTolerance& tolerance = {});

/// The diff in words: growth comes first, at most `most` lines of each kind.
std::string to_words(const nlohmann::ordered_json& report_diff, std::size_t most);

}  // namespace sextant
