#pragma once

#include "sextant/encoding/real/rational.hpp"

namespace sextant {

/// The lower end of an enclosure of π in 100 decimal digits: below π by less than 2⁻³³².
Rational lower_pi();

}  // namespace sextant
