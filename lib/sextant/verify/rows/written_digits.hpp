#pragma once

#include "sextant/encoding/real/rational.hpp"

namespace sextant::verify {

/// About how many digits it takes to write a fraction, zeros at the end of a whole number aside:
/// a parameter with more of them is the likelier to have been chosen to fit.
double written_digits(Rational number);

}  // namespace sextant::verify
