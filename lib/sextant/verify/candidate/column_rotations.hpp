#pragma once

#include <optional>
#include <vector>

#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/observation/estimate.hpp"

namespace sextant::verify {

/// The rotation of each column from row to row, measured in at most four windows of a table.  It is
/// independent of amplitudes, phases and first positions.
class ColumnRotations {
 public:
  ColumnRotations(const Source& source, const Format& compute);

  /// Returns the fraction of the measured rotations that match the candidate's frequencies, each in
  /// its own column.  1 if no rotation was measured.
  double explained(const Candidate& candidate) const;

 private:
  struct Turn {
    std::size_t column = 0;
    Estimate size;     ///< radians per row, between 0 and π
    double apart = 0;  ///< positions per row
  };
  std::vector<Turn> turns_;
};

}  // namespace sextant::verify
