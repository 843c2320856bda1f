#pragma once

#include "sextant/encoding/real/rational.hpp"

namespace sextant {

/// ⌊n·ln a/ln b⌋ and ⌈n·ln a/ln b⌉ for a ≥ 1, b > 1 and n ≥ 0.  They compare aⁿ with powers b^j and
/// need no logarithm.
int floor_of_logarithms(const Rational& a, const Rational& b, int n);
int ceil_of_logarithms(const Rational& a, const Rational& b, int n);

}  // namespace sextant
