#pragma once

#include "sextant/exact/oracle.hpp"
#include "sextant/recipe/catalogue/recipe.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Whether every pair is consistent with one frequency: a number that the recipe's library may
/// return.  With this frequency, every entry of its columns must be within the other terms of its
/// bound.  Without this check, a loose bound on pow would accept noise.  Pairs without a shared
/// frequency error pass.  Entries with a vacuous bound are not checked. verdict.md, (1b)
bool one_frequency_a_pair(const Source& source, const exact::Oracle& oracle,
                          const recipe::Recipe& recipe, const Format& compute);

}  // namespace sextant::verify
