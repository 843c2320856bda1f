#pragma once

#include "sextant/exact/truth.hpp"
#include "sextant/number/round.hpp"

namespace sextant::exact {

/// A true value rounded to `format` in any mode.  Ziv's loop ends as in `nearest`: a value that is
/// neither a number of the format nor a tie lies on one side of both.  A zero has the sign of the
/// value; it is +0 if the value is 0, or if no enclosure determines the sign.        termination.md
NearestNumber rounded(const Format& format, const Truth& truth, Rounding rounding);

/// The number of `format` nearest to a true value, ties to even.
NearestNumber nearest(const Format& format, const Truth& truth);

}  // namespace sextant::exact
