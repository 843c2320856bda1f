#pragma once

#include "sextant/exact/oracle.hpp"
#include "sextant/recipe/catalogue/recipe.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Whether each column of waves can have one frequency: one that the recipe's library may have
/// returned, so that every entry is within what is left of its bound.  Without this a loose bound
/// on pow would let noise pass.  True for columns whose recipe shares no error among its entries.
/// Entries whose bound is vacuous are not looked at.                           verdict.md, (1b)
bool one_frequency_a_column(const Source& source, const exact::Oracle& oracle,
                            const recipe::Recipe& recipe, const Format& compute);

}  // namespace sextant::verify
