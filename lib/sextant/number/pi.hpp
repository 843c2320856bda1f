#pragma once

#include "sextant/encoding/real/rational.hpp"

namespace sextant {

/// A lower bound of π, computed in 100 decimal digits.  It is below π by less than 2⁻³³².
Rational lower_pi();

}  // namespace sextant
