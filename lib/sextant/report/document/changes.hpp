#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace sextant {

/// The document of a report that a file has; throws Error, naming the file, for anything else.
nlohmann::json read_report(const std::string& path);

/// What counts as grown.
struct ChangeAllowance {
  double factor = 1;             ///< how many times as large a maximum may be
  bool longer_searches = false;  ///< what a longer search alone may have found has not grown
};

/// What changed from one report to another of the same encoding: the document of
/// reports/schema/report_diff.schema.json.  A largest error grew if it is more than it is allowed
/// to be, and a limit that is exceeded earlier counts as such.  Throws Error where the encodings
/// differ, or nothing is in both.
nlohmann::ordered_json changes(const nlohmann::json& before, const nlohmann::json& after,
                               const ChangeAllowance& allowance = {});

/// The same in words: what grew comes first, `most` of each kind.
std::string to_words(const nlohmann::ordered_json& changes, std::size_t most);

}  // namespace sextant
