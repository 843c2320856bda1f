#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/encoding/bias/chart.hpp"

namespace sextant::verify {

/// Limits that a table must not exceed to pass, in addition to the required grade.
struct PassingLimits {
  std::optional<double> max_error;  ///< the largest absolute error that passes
  std::optional<double> max_phase;  ///< the largest phase error that passes, in radians
  bool strict = false;              ///< a table with a warning does not pass
};

/// A limit that a table exceeds.
struct ExceededLimit {
  std::string_view limit;  ///< max-error, max-phase or strict
  /// 0 for strict.
  double allowed = 0;
  double found = 0;  ///< the largest error, infinity if an entry is not a number; for strict the
                     ///< number of warnings
};

/// One line for each exceeded limit: its name, and by how much it is exceeded.
std::string limit_words(const std::vector<ExceededLimit>& limits);

/// Throws Error if the phase error is limited and `chart` has no pair of a sine and a cosine.
void expect_phases(const PassingLimits& limits, const Chart& chart);

}  // namespace sextant::verify
