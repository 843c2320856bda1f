#pragma once

#include "sextant/exact/oracle.hpp"
#include "sextant/recipe/catalogue/recipe.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Whether each column of waves can have one frequency.  The recipe's library may have returned it,
/// and with it every entry errs by no more than its other roundings allow.  Without this check a
/// loose bound on pow would let noise pass.  Columns without a shared error pass, and entries with
/// a vacuous bound are not checked.                                            verdict.md, (1b)
bool one_frequency_a_column(const Source& source, const exact::Oracle& oracle,
                            const recipe::Recipe& recipe, const Format& compute);

}  // namespace sextant::verify
