#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/verify/diagnosis/drift.hpp"
#include "sextant/verify/observation/parameters.hpp"

namespace sextant::verify {

/// The differences between a table and a likely candidate, over some rows.
struct Residual {
  double absolute = 0, ulps = 0;  ///< largest absolute error; largest error in ulps
  double median = 0;              ///< median of the absolute errors
  Position position = 0;          ///< position of the largest absolute error
  std::size_t channel = 0;
  double accounts_for = 0;  ///< fraction of entries within the candidate's tolerance
};

/// A fault that explains a table, or damage found in it.  With a residual it is only likely, not
/// proved.
struct Finding {
  std::string fault;
  Parameters parameters = {};
  double match = 0;  ///< fraction of entries that match bit for bit
  /// Phase drift that the fault causes, together with a second cause.
  std::optional<Drift> drift = std::nullopt;
  std::optional<Residual> residual = std::nullopt;  ///< nullopt: the finding is proved
  std::vector<Cause> equals = {};                   ///< other faults that explain the table as well
  bool overflow = false;  ///< the fault causes all entries that are not finite
};

}  // namespace sextant::verify
