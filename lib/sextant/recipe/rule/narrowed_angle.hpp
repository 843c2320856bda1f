#pragma once

#include "sextant/recipe/rule/by_angle.hpp"
#include "sextant/recipe/rule/pow_divide.hpp"

namespace sextant::recipe {

/// The angle in float64, rounded to float32; sine and cosine in float32 (Z-Image).
///                                                                      recipes.md, §narrowed-angle
using NarrowedAngle = ByAngle<double, PowDivide, Trigonometry::narrowed>;

}  // namespace sextant::recipe
