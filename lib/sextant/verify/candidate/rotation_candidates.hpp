#pragma once

#include <optional>
#include <vector>

#include "sextant/encoding/wave/rotated_columns.hpp"
#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/rotation/rotated_source.hpp"

namespace sextant::verify {

/// How a program uses its tables of cosines and sines: the columns of each pair, the axis of
/// positions, and the number of rotations.  Rows of the tables are positions; columns are [cos |
/// sin].
struct RotationScheme {
  Cause cause = {};  ///< fault of the scheme; an empty name means the claimed scheme
  std::optional<Cause> second_cause = std::nullopt;
  Chart tables;
  std::vector<RotatedColumn> columns;  ///< their x and y are indices of VectorNumbers
  bool twice = false;
  /// Axis of the positions; nullopt: the axis of the source.
  std::optional<std::size_t> axis = std::nullopt;
  Positions counted = {};  ///< positions along `axis`, if it is given
};

RotationScheme as_claimed(const RotatedSource& source, const Claim& claim);

/// Returns schemes that differ from the claimed one by one fault, in order of precedence; those of
/// wrong formulas also in the other layout.
std::vector<RotationScheme> other_schemes(const RotatedSource& source, const Claim& claim);

/// Returns the schemes whose tables may have another fault too.  The vectors show which columns a
/// scheme rotates: all others are unchanged, and each pair keeps its length.  If the claimed scheme
/// fits the vectors in this way, only schemes with its columns are returned, which rotate once by
/// the claimed positions.
std::vector<RotationScheme> visible_schemes(const RotatedSource& source, const Claim& claim);

/// Returns whether every column that the scheme does not rotate keeps its values.  One vector in 32
/// may differ, and one of eight or more, since it may be damaged or rounded twice.
bool leaves(const RotationScheme& scheme, const RotatedSource& source);

/// Returns the claim with the tables of the scheme.
Claim claim_of(const RotationScheme& scheme, const Claim& claim);

/// Returns the vectors with positions along the axis of the scheme.
RotatedSource counted(const RotatedSource& source, const RotationScheme& scheme);

/// Returns the cosines and sines that rotated the vectors, as a table [cos | sin] by position.
/// Each pair is the least-squares solution over at most 8 leads; NaN if these do not determine it.
///                                                            reports/derivations/rotation.md, (16)
Source implied_table(const RotatedSource& source, const RotationScheme& scheme);

/// Returns at most 32 rows of the implied table, in memory.  Their format has 2 bits less, for the
/// errors of products and sum.
///                                                                                rotation.md, (15)
Source implied_rows(const RotatedSource& source, const RotationScheme& scheme);

/// Returns the candidate of an implied table as a candidate of vectors.  It may exchange the
/// columns of `scheme`. nullopt if vectors cannot show the fault.
std::optional<Candidate> of_vectors(Candidate candidate, RotationScheme& scheme);

/// Returns whether vectors at the same position are rotated alike, whatever their other indices, in
/// the claimed or the other layout.  False for a single lead.
///                                                                                rotation.md, (18)
bool turn_alike(const RotatedSource& source, const Claim& claim);

}  // namespace sextant::verify
