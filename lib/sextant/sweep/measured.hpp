#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "sextant/measure/entry/error_statistics.hpp"
#include "sextant/measure/prefilter/defect_meter.hpp"

namespace sextant::sweep {

/// The first row where a criterion fails, and the entry of it that does: an infinite error is that
/// of an entry that is no number.
struct FailurePlace {
  std::uint64_t row = 0;
  Position position = 0;
  std::size_t channel = 0;
  double absolute = 0;
};

/// What was found in some rows; a commutative monoid.
struct Found {
  measure::ErrorStatistics statistics;                        ///< without a histogram
  measure::ErrorClasses spread;                               ///< of all channels
  std::map<std::string, std::optional<FailurePlace>> beyond;  ///< by the criteria's names
  std::optional<measure::Defects> defects;                    ///< where they were asked for

  void merge(const Found& other);
};

/// What was found in some rows of a job, by octave of position: octave k are those of magnitude
/// 2^(k−1) to below 2^k, and octave 0 has position 0 too.  A commutative monoid, to the bit: in
/// whatever parts, order and places the rows were measured does not show.
struct Measured {
  std::map<int, Found> octaves;
  measure::Histogram channels;  ///< of all octaves

  void merge(const Measured& other);
  Found whole() const;
  /// Calls visit for every place that is told of, without its error.
  void for_each_place(const std::function<void(int octave, const FailurePlace&)>& visit) const;
};

/// Exact both ways, as in place_json.hpp.
nlohmann::json to_json(const Found& found, std::uint64_t parts);
nlohmann::json to_json(const Measured& measured, std::uint64_t parts);
/// Counts of classes as far as there are some.
nlohmann::json to_json(const measure::ErrorClasses& spread);
/// Throws Error, or what the JSON library throws, for what to_json did not make.
Measured read_measured(const nlohmann::json& document, std::uint64_t parts);

}  // namespace sextant::sweep
