#pragma once

#include "sextant/exact/oracle.hpp"
#include "sextant/measure/worst.hpp"
#include "sextant/recipe/catalogue.hpp"
#include "sextant/verify/source.hpp"

namespace sextant::verify {

/// Whether an entry may be what some sound recipe's value was rounded to.  A bound allows for
/// storing the largest number there may be; of a small one that stands in the table less is lost.
///                                                                             verdict.md, (1a)
bool storable(const Source& source, const exact::Oracle& oracle, const recipe::Chain& chain,
              const measure::Witness& witness);

}  // namespace sextant::verify
