#pragma once

#include <optional>

#include "sextant/verify/rotation/rotated_source.hpp"
#include "sextant/verify/rows/claim.hpp"
#include "sextant/verify/verify.hpp"

namespace sextant::verify {

/// Judges whether vectors are rotated as a rotary encoding defines, and if not, why.  Every number
/// is compared with the exact rotation of the given vector.  Columns beyond the encoding's dim must
/// be unchanged.  Positions run along the given axis, or along the axis that is found.  Throws
/// Error if the question does not fit: for example an encoding without rotation, different shapes,
/// too few columns, an axis that does not exist, or positions that do not agree with the axis.
/// reports/derivations/rotation.md
Verdict verify_rotated(const NpyVectors& before, const NpyVectors& after, const Question& question,
                       const Progress& progress = {});

/// The rotary encoding of a question.  If dim is not given, it is the number of columns.  Throws
/// Error for an encoding without rotation, or if dim exceeds the number of columns.
Rotary rotary_of(const Question& question, const NpyVectors& vectors);

/// The axis along which the positions of vectors run.
struct RotatedAxis {
  std::size_t axis = 0;
  bool found = false;  ///< it was found, not given, and is not the default axis
  /// A shorter axis along which the vectors seem to be rotated; nullopt if there is none.
  std::optional<std::size_t> instead = std::nullopt;
};

/// The axis of the positions, if the question does not give it.  It is the default axis, or a
/// longer one if vectors fit the claim along that axis but not along the default one.  Positions
/// that are given must agree with the length of the axis.  The positions of `source` may run along
/// any axis.
RotatedAxis find_axis(const RotatedSource& source, const Claim& claim, const Question& question);

/// The axis that a question gives, counted from the first; nullopt if it gives none.  Throws Error
/// if the vectors have no such axis.
std::optional<std::size_t> axis_given(const Question& question, const NpyVectors& vectors);

/// The positions along an axis of this length.
Positions positions_along(const Question& question, std::uint64_t length);

}  // namespace sextant::verify
