#pragma once

#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace sextant {

/// The positions [from, to) that a search covered.
struct Searched {
  double from = 0, to = 0;
  double entries = 0;       ///< measured entries
  bool exhaustive = false;  ///< all entries
};

/// Some members of an object of a report.
using Fields = std::shared_ptr<nlohmann::ordered_json>;

/// A measured number of a report that should not become worse: a largest error, or the first
/// position where a limit is exceeded.
struct Metric {
  std::string part;      ///< of the document: drift, safe_ranges …
  Fields series;         ///< what was measured: the recipe, the formats …
  std::string measure;   ///< absolute, ulps, positions_off …
  std::string from, to;  ///< positions searched, `to` excluded; empty: see `series`
  /// Infinite for a limit that is never exceeded, and for an error that is not finite.
  double value = 0;
  bool least = false;              ///< smaller is worse: for first positions
  double position = 0;             ///< its place
  double searched_to = 0;          ///< for a first position: end of the search
  double exhaustive_to = 0;        ///< for a first position: all positions below were tried
  std::vector<Searched> searched;  ///< by octave, if the report has it
  Fields place;                    ///< position, channel … of the largest; null: none

  /// A name for what is measured; metrics of equal subjects can be compared.
  std::string subject() const;
  /// Whether it is worse.  A limit exceeded only beyond the other report's search does not count.
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
