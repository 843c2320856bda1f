#pragma once

#include "sextant/recipe/catalogue/catalogue.hpp"

namespace sextant::recipe {

/// Recipes outside the catalogue: with given frequencies, or with sines other than the library's.

/// The recipe with the frequencies of `chart`: correctly rounded, or, if `nearly`, with a tolerance
/// for any way of computing them.  For the device's sines it computes in float32.
std::unique_ptr<Recipe> make_given(const Chart& chart, const ComputeFormats& formats,
                                   const Positions& positions, bool nearly = false,
                                   Trigonometry trigonometry = Trigonometry::library);

/// A recipe of the catalogue with other sines of its angles; nullptr if it has no angles, or is
/// unsound.
std::unique_ptr<Recipe> make_with(std::string_view name, Trigonometry trigonometry,
                                  const Chart& chart, const ComputeFormats& formats,
                                  const Positions& positions);

/// How a recipe of the catalogue computes its sines.
Trigonometry trigonometry(std::string_view name);

}  // namespace sextant::recipe
