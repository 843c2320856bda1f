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

/// The first row where a criterion fails, and the entry that fails.  An infinite error means an
/// entry that is not finite.
struct FailurePlace {
  std::uint64_t row = 0;
  Position position = 0;
  std::size_t channel = 0;
  double absolute = 0;
};

/// Results for some rows; a commutative monoid.
struct Found {
  measure::ErrorStatistics statistics;                        ///< without a histogram
  measure::ErrorClasses spread;                               ///< over all channels
  std::map<std::string, std::optional<FailurePlace>> beyond;  ///< by name of the criterion
  std::optional<measure::Defects> defects;                    ///< nullopt if not requested

  void merge(const Found& other);
};

/// Results for some rows of a job, by octave of position.  Octave k has the positions of magnitude
/// 2^(k−1) to below 2^k; octave 0 also has position 0.  It is a commutative monoid to the bit: the
/// result does not depend on how, where and in which order the rows were measured.
struct Measured {
  std::map<int, Found> octaves;
  measure::Histogram channels;  ///< over all octaves

  void merge(const Measured& other);
  Found whole() const;
  /// Calls visit for every recorded place, without its error.
  void for_each_place(const std::function<void(int octave, const FailurePlace&)>& visit) const;
};

/// Writing and reading are exact, as in place_json.hpp.
nlohmann::json to_json(const Found& found, std::uint64_t parts);
nlohmann::json to_json(const Measured& measured, std::uint64_t parts);
/// The counts of the classes up to the last that is not 0.
nlohmann::json to_json(const measure::ErrorClasses& spread);
/// Reads the result of to_json.  For other documents it throws Error or an exception of the JSON
/// library.
Measured read_measured(const nlohmann::json& document, std::uint64_t parts);

}  // namespace sextant::sweep
