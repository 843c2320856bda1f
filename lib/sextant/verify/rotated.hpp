#pragma once

#include <optional>

#include "sextant/verify/rotation/rotated_source.hpp"
#include "sextant/verify/rows/claim.hpp"
#include "sextant/verify/verify.hpp"

namespace sextant::verify {

/// Whether vectors are turned as a rotary encoding says, and if not, why not.  Every number is
/// judged against what truly becomes of the vector given; columns beyond the encoding's dim pass.
/// Positions run along the axis given, or along the one that is found.  Throws Error where the
/// question does not fit: an encoding that turns nothing, another shape, fewer columns, no such
/// axis, positions that do not agree with the axis.
///                                            reports/derivations/rotation.md
Verdict verify_rotated(const NpyVectors& before, const NpyVectors& after, const Question& question,
                       const Progress& progress = {});

/// The encoding of a question about rotated vectors, its dim that of the columns where nobody says.
/// Throws Error for one that turns nothing, or more columns than there are.
Rotary rotary_of(const Question& question, const NpyVectors& vectors);

/// The axis along which the positions of vectors run.
struct RotatedAxis {
  std::size_t axis = 0;
  bool found = false;  ///< it is not the usual one, and nobody gave it
  /// A shorter axis along which the vectors seem to be rotated; nullopt if there is none.
  std::optional<std::size_t> instead = std::nullopt;
};

/// The axis given; else the usual one, or a longer one along which the vectors look as claimed
/// where they do not along the usual one.  Positions that are given must agree with the axis.
/// `source` has its positions along any axis.
RotatedAxis find_axis(const RotatedSource& source, const Claim& claim, const Question& question);

/// The axis of the positions that a question gives; nullopt if it gives none.  Throws Error if the
/// vectors have no such axis.
std::optional<std::size_t> axis_given(const Question& question, const NpyVectors& vectors);

/// The positions along an axis of a length.
Positions positions_along(const Question& question, std::uint64_t length);

}  // namespace sextant::verify
