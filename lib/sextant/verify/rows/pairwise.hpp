#pragma once

#include <cmath>

namespace sextant::verify {

/// Whether two numbers are equal, including the sign of zero.  A NaN equals no number.
inline bool same_number(double a, double b) { return a == b && std::signbit(a) == std::signbit(b); }

}  // namespace sextant::verify
