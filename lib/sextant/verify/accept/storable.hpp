#pragma once

#include "sextant/exact/oracle.hpp"
#include "sextant/measure/entry/worst.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/verify/rows/source.hpp"
#include "sextant/verify/rows/tally.hpp"

namespace sextant::verify {

/// Whether an entry, and those of float16 that are no normal numbers, may be what some sound
/// recipe's values were rounded to.  A bound allows for storing the largest number there may be; of
/// a small one that stands in the table less is lost.                          verdict.md, (1a)
bool storable(const Source& source, const exact::Oracle& oracle, const recipe::Chain& chain,
              const measure::Witness& witness, const Progress& progress = {});

/// The same of those that are no normal numbers alone, of a program's sound recipes.
bool keeps_small_ones(const Source& source, const exact::Oracle& oracle, const Chart& program,
                      const recipe::Chain& chain);

}  // namespace sextant::verify
