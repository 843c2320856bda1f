#pragma once

#include <functional>
#include <memory>

#include "sextant/recipe/catalogue/recipe.hpp"

namespace sextant::recipe {

/// Makes the recipe of a chart without xPos, in the given formats.
using PlainMaker = std::function<std::unique_ptr<Recipe>(const Chart&, const ComputeFormats&)>;

/// A recipe of sines and cosines times the scale of xPos: products, in the compute format, of what
/// a recipe of the waves makes and of the scale (XposScale).  It makes the same rows as `make` if
/// the chart has no xPos.  The compute format must be float32 or float64.
///                                                                             bias.md, (18) to
///                                                                             (20)
std::unique_ptr<Recipe> with_xpos(const Chart& chart, const ComputeFormats& formats,
                                  const Positions& positions, const PlainMaker& make);

}  // namespace sextant::recipe
