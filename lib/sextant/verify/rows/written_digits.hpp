#pragma once

#include "sextant/encoding/real/rational.hpp"

namespace sextant::verify {

/// The approximate number of decimal digits that a number needs as a decimal or as a fraction,
/// whichever is shorter.  Zeros at the end of an integer are not counted.  A parameter with many
/// digits is probably a result of fitting.
double written_digits(Rational number);

}  // namespace sextant::verify
