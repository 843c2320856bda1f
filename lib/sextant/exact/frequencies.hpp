#pragma once

#include <vector>

#include "sextant/encoding/chart.hpp"
#include "sextant/exact/turn.hpp"

namespace sextant::exact {

/// scale·ω·steps of every pair as a turn, off by one unit at most: the phases `steps` away from the
/// origin.  Frequencies that are powers of one root cost a product each, others a logarithm and an
/// exponential.  Throws Error where a frequency cannot be reduced modulo a turn.
std::vector<Turn> turns_at(const Waves& waves, const Rational& steps);

/// ω of every pair, in radians per position, to 126 bits.  Throws Error beyond 2^±268435456.
std::vector<Ball> frequency_balls(const Waves& waves);

}  // namespace sextant::exact
