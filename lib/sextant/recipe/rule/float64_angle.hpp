#pragma once

#include "sextant/recipe/rule/by_angle.hpp"
#include "sextant/recipe/rule/pow_divide.hpp"

namespace sextant::recipe {

/// All steps in float64, as NumPy code does, then one rounding to the table's format.
///                                                                       recipes.md, §float64-angle
using Float64Angle = ByAngle<double, PowDivide>;

}  // namespace sextant::recipe
