#pragma once

#include "sextant/verify/rotation/rotated_source.hpp"
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

}  // namespace sextant::verify
