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
  ColumnRotations(const Source& source, const Claim& claim);

  /// Returns the fraction of the measured rotations that match the candidate's frequencies, each in
  /// its own column.  1 if no rotation was measured.
  double explained(const Candidate& candidate) const;

  /// Returns whether the rows are in the order of waves: in one column in sixteen or more, or in
  /// too few rows to say, x(r + 1) + x(r − 1) = 2·cos ω·x(r) for some ω, except errors of a fifth
  /// of the amplitude.  Also true if the claimed angles are so large that roundings may hide waves.
  ///                                                                            verdict.md, (38a)
  bool shows_waves() const { return !is_informative_ || 16 * waves_ >= columns_; }

 private:
  struct Turn {
    std::size_t column = 0;
    Estimate size;     ///< radians per row, between 0 and π
    double apart = 0;  ///< positions per row
  };
  std::vector<Turn> turns_;
  bool is_informative_ = false;
  std::size_t columns_ = 0, waves_ = 0;  ///< columns of all windows; those that hold waves
};

}  // namespace sextant::verify
