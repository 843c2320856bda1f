#pragma once

#include "sextant/recipe/rule/by_angle.hpp"
#include "sextant/recipe/rule/pow_multiply.hpp"

namespace sextant::recipe {

/// cos a as sin(a + ⟦π/2⟧): Marian's exported graphs.  Unsound: the sum is rounded at the magnitude
/// of the angle, even if the cosine is small.                      recipes.md, §quarter-turn-cosine
template <class T>
using QuarterTurnCosine = ByAngle<T, PowMultiply, Trigonometry::quarter_turn>;

}  // namespace sextant::recipe
