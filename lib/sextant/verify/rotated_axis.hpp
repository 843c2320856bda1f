#pragma once

#include <optional>

#include "sextant/verify/question.hpp"
#include "sextant/verify/rotation/rotated_source.hpp"
#include "sextant/verify/rows/claim.hpp"

namespace sextant::verify {

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
