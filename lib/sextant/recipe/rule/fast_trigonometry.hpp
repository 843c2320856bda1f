#pragma once

#include "sextant/recipe/rule/by_angle.hpp"
#include "sextant/recipe/rule/pow_reciprocal.hpp"

namespace sextant::recipe {

/// The angle of pow-reciprocal, and the sine that graphics hardware has an instruction for: what
/// --use_fast_math makes of sinf.  Unsound: the reduction loses with the angle.
///                                                            recipes.md, §fast-trigonometry
using FastTrigonometry = ByAngle<float, PowReciprocal, Trigonometry::device>;

}  // namespace sextant::recipe
