#pragma once

#include <optional>
#include <vector>

#include "sextant/encoding/wave/rotated_columns.hpp"
#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/rotation/rotated_source.hpp"

namespace sextant::verify {

/// What a program does with its tables of cosines and sines: where its pairs are, which positions
/// it counts, and how often it turns.  Tables are charts [cos | sin] by position.
struct RotationScheme {
  Cause cause = {};  ///< no fault: as claimed
  Chart tables;
  std::vector<RotatedColumn> columns;
  bool twice = false;
  std::optional<std::size_t> axis = std::nullopt;  ///< along which it counts, if another
  Positions counted = {};                          ///< what it counts there
};

RotationScheme as_claimed(const RotatedSource& source, const Claim& claim);

/// RotatedVectors that are the claimed one but for one fault, in order of precedence.
std::vector<RotationScheme> other_schemes(const RotatedSource& source, const Claim& claim);

/// Those whose tables may have another fault besides: pairs that turn back or, where the vectors
/// show it, pairs in another layout.
std::vector<RotationScheme> visible_schemes(const RotatedSource& source, const Claim& claim);

/// Whether every column that a scheme leaves stays as it is, but in one of 32 vectors, which may
/// be damaged or rounded twice.
bool leaves(const RotationScheme& scheme, const RotatedSource& source);

/// The claim of a scheme's tables.
Claim claim_of(const RotationScheme& scheme, const Claim& claim);

/// The vectors that a scheme counts.
RotatedSource counted(const RotatedSource& source, const RotationScheme& scheme);

/// The cosines and sines that turned the vectors, [cos | sin] by position, as far as the vectors
/// tell: for each pair the least-squares solution over some leads.  NaN where there is none.
///                                                       reports/derivations/rotation.md, (16)
Source implied_table(const RotatedSource& source, const RotationScheme& scheme);

/// Some rows of an implied table, in memory, with a format that has its roundings.
Source implied_rows(const RotatedSource& source, const RotationScheme& scheme);

/// A candidate of an implied table as one of vectors, whose scheme may change, too; nullopt if
/// vectors do not show it.
std::optional<Candidate> of_vectors(Candidate candidate, RotationScheme& scheme);

/// Whether vectors along the axis of their positions turn alike whatever their other indices, in
/// the layout claimed or in the other one.                            rotation.md, (18)
bool turn_alike(const RotatedSource& source, const Claim& claim);

}  // namespace sextant::verify
