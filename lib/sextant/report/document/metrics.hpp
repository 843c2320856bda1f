#pragma once

#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace sextant {

/// The positions [from, to) that a search covered.
struct Searched {
  double from = 0, to = 0;
  double entries = 0;       ///< of them, measured
  bool exhaustive = false;  ///< every one
};

/// Some members of an object of a report.
using Fields = std::shared_ptr<nlohmann::ordered_json>;

/// One figure of a report that was measured, and that ought not to become worse: a largest error,
/// or the first position where a limit is exceeded.
struct Metric {
  std::string part;      ///< of the document: drift, safe_ranges …
  Fields series;         ///< what it was measured of: the recipe, the formats …
  std::string measure;   ///< absolute, ulps, positions_off …
  std::string from, to;  ///< positions searched, `to` excluded; empty: as the series says
  /// Infinite of a limit that is nowhere exceeded, and of an error that is no number.
  double value = 0;
  bool least = false;              ///< the less the worse: of first positions
  double position = 0;             ///< where it is
  double searched_to = 0;          ///< of a first position: none was looked for from there on
  double exhaustive_to = 0;        ///< of a first position: every one below was tried
  std::vector<Searched> searched;  ///< by octave, where the report says it
  Fields place;                    ///< position, channel … of the largest; null: nowhere

  /// What it measures: metrics of equal subjects can be compared.
  std::string subject() const;
  /// Whether it is worse; a limit exceeded only beyond where the other looked is not.
  bool worse_than(const Metric& other) const;
  /// Whether this value may come only from a longer search.  Either this report tried every
  /// position around it and the other did not.  Or this report measured more entries of the octave,
  /// the other measured only some of them, and the places differ.
  bool searched_longer_than(const Metric& other) const;
};

/// All metrics of a report, in its order.  The document must pass require_report.  Throws Error for
/// invalid positions and for a subject that occurs twice.
std::vector<Metric> metrics(const nlohmann::json& report);

}  // namespace sextant
