#pragma once

#include "sextant/recipe/rule/by_angle.hpp"
#include "sextant/recipe/rule/pow_reciprocal.hpp"

namespace sextant::recipe {

/// The angle of pow-reciprocal, and the sine instruction of graphics hardware, to which
/// --use_fast_math compiles sinf.  Unsound: the error of its reduction grows with the angle.
///                                                                   recipes.md, §fast-trigonometry
using FastTrigonometry = ByAngle<float, PowReciprocal, Trigonometry::device>;

}  // namespace sextant::recipe
