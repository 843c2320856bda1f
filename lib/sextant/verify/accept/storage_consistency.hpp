#pragma once

#include "sextant/exact/oracle.hpp"
#include "sextant/measure/entry/error_statistics.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/verify/rows/error_statistics.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Whether one sound recipe explains an entry, and in float16 also every subnormal entry, as its
/// rounded value.  A recipe's bound includes the storage error of the largest number; small entries
/// have smaller storage errors. verdict.md, (1a)
bool consistent_with_storage(const Source& source, const exact::Oracle& oracle,
                             const recipe::ComputeFormats& formats, const measure::Witness& witness,
                             const Progress& progress = {});

/// The same for subnormal entries only, with the sound recipes of a program.
bool keeps_small_ones(const Source& source, const exact::Oracle& oracle, const Chart& program,
                      const recipe::ComputeFormats& formats);

}  // namespace sextant::verify
