#pragma once

#include "sextant/encoding/real/rational.hpp"

namespace sextant::verify {

/// The approximate number of decimal digits that a number needs as a decimal or as a fraction,
/// whichever is shorter.  Zeros at the end of an integer are not counted.  A parameter with many
/// digits is probably a result of fitting.
double written_digits(Rational number);

/// Digits of a number that somebody writes: one of more digits shows what frequencies are, and not
/// which fault made them.
inline constexpr double kWrittenDigits = 6;

}  // namespace sextant::verify
