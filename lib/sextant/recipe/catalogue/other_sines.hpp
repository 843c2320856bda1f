#pragma once

#include "sextant/recipe/catalogue/catalogue.hpp"

namespace sextant::recipe {

/// Recipes beside the catalogue: of frequencies that are given, and of other sines than the
/// library's.

/// The recipe that has the frequencies of `chart` given: correctly rounded, or `nearly`, as anybody
/// may have computed them.  What the device does it does in float32.
std::unique_ptr<Recipe> make_given(const Chart& chart, const ComputeFormats& formats,
                                   const Positions& positions, bool nearly = false,
                                   Trigonometry trigonometry = Trigonometry::library);

/// The angles of a recipe of the catalogue, and other sines of them; nothing where that has no
/// angles of its own, or is unsound.
std::unique_ptr<Recipe> make_with(std::string_view name, Trigonometry trigonometry,
                                  const Chart& chart, const ComputeFormats& formats,
                                  const Positions& positions);

/// How a recipe of the catalogue has its sines.
Trigonometry trigonometry(std::string_view name);

}  // namespace sextant::recipe
