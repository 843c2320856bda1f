#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace sextant {

/// One figure of a report that was measured, and that ought not to become worse: a largest error,
/// or the first position where a limit is exceeded.
struct Maximum {
  std::string part;               ///< of the document: drift, safe_ranges …
  nlohmann::ordered_json series;  ///< what it was measured of: the recipe, the formats …
  std::string measure;            ///< absolute, ulps, positions_off …
  std::string from, to;           ///< positions searched, `to` excluded; empty: as the series says
  double value = 0;               ///< infinite of a limit that is nowhere exceeded
  bool least = false;             ///< the less the worse: of first positions
  double entries = 0;             ///< among which it was found; 0: as the series says
  double searched_to = 0;         ///< of a first position: none was looked for from there on
  bool exhaustive = false;        ///< every position below the first was tried
  nlohmann::ordered_json place;   ///< position, channel … of the largest

  /// What it is a maximum of: equal ones can be compared.
  std::string subject() const;
  /// Whether it is worse; a limit exceeded only beyond where the other looked is not.
  bool worse_than(const Maximum& other) const;
  /// Whether it is of a longer search, by which alone it may be worse: among more entries, or of
  /// every position, where the other did not try every one.
  bool searched_longer_than(const Maximum& other) const;
};

/// All of a report, in its order.  The document must be one that require_report takes.
std::vector<Maximum> maxima(const nlohmann::json& report);

}  // namespace sextant
