#pragma once

#include <cmath>

namespace sextant::verify {

/// Whether two numbers are the same to the last bit; a NaN is like nothing.
inline bool same_number(double a, double b) { return a == b && std::signbit(a) == std::signbit(b); }

}  // namespace sextant::verify
