#pragma once

#include <optional>
#include <vector>

#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/observation/estimate.hpp"

namespace sextant::verify {

/// How far each column turns from row to row, in four places of a table: what its own entries tell,
/// whatever amplitudes, phases and first positions are.
class ColumnRotations {
 public:
  ColumnRotations(const Source& source, const Format& compute);

  /// The fraction of the turns seen that the frequencies of a candidate explain, each in its
  /// column; 1 if no turn is seen.
  double explained(const Candidate& candidate) const;

 private:
  struct Turn {
    std::size_t column = 0;
    Estimate size;     ///< in radians per row, between 0 and π
    double apart = 0;  ///< positions from row to row
  };
  std::vector<Turn> turns_;
};

}  // namespace sextant::verify
