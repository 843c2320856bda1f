#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/encoding/bias/chart.hpp"

namespace sextant::verify {

/// What a table must keep to pass, whatever its grade.
struct PassingLimits {
  std::optional<double> max_error;  ///< the largest absolute error that passes
  std::optional<double> max_phase;  ///< the largest phase error that passes, in radians
  bool strict = false;              ///< no warning passes
};

/// A limit that a table does not keep.
struct ExceededLimit {
  std::string_view limit;  ///< max-error, max-phase or strict
  double allowed = 0;
  double found = 0;  ///< of strict, the number of warnings; infinity if an error is no number
};

/// What each exceeded limit is, and by how much, in lines.
std::string limit_words(const std::vector<ExceededLimit>& limits);

/// Throws Error if a phase is limited and `chart` has no pair of a sine and a cosine.
void expect_phases(const PassingLimits& limits, const Chart& chart);

}  // namespace sextant::verify
