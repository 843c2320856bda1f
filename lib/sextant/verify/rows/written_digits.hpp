#pragma once

#include "sextant/encoding/real/rational.hpp"

namespace sextant::verify {

/// The approximate number of decimal digits that a number needs as a decimal or as a fraction,
/// whichever is shorter.  Zeros at the end of an integer are not counted.  A parameter with many
/// digits is probably a result of fitting.
double written_digits(Rational number);

/// Maximum number of digits of a number in a program.  One of more digits shows frequencies, and
/// not which fault made them.
inline constexpr double kWrittenDigits = 6;
/// Maximum number of digits of an estimated parameter beside damaged entries: with more of them,
/// the damage may be the error of the estimate.                                  verdict.md, (36)
inline constexpr double kDigitsBesideDamage = 4;

}  // namespace sextant::verify
