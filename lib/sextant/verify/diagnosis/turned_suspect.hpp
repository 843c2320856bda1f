#pragma once

#include <vector>

#include "sextant/encoding/wave/rotated_columns.hpp"
#include "sextant/verify/diagnosis/suspect.hpp"
#include "sextant/verify/rotation/rotated_source.hpp"

namespace sextant::verify {

/// A fault that predicts turned vectors: tables of a suspect, and what is done with them.
struct TurnSuspect {
  Suspect tables;
  std::vector<RotatedColumn> columns;
  bool twice = false;
};

/// The cosines and sines that turned the vectors, [cos | sin] by position, as far as the vectors
/// tell: of each pair (Σ q̄·q′)/Σ|q|² over some leads.  NaN where all of them are zero.
Source implied_table(const RotatedSource& source, const Pairs& pairs);

/// The suspects for turned vectors, in order of precedence.  The claim is that of the tables, whose
/// chart is [cos | sin].
std::vector<TurnSuspect> suspects(const RotatedSource& source, const Claim& claim);

}  // namespace sextant::verify
