#pragma once

#include "sextant/exact/oracle.hpp"
#include "sextant/measure/entry/error_statistics.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/verify/rows/error_statistics.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Whether some sound recipe explains the entry of `witness` as a stored value.  For float16 it
/// must also explain every entry that is 0 or subnormal.  A recipe's bound includes the storage
/// error of the largest number; small entries have smaller storage errors. verdict.md, (1a)
bool consistent_with_storage(const Source& source, const exact::Oracle& oracle,
                             const recipe::ComputeFormats& formats, const measure::Witness& witness,
                             const Progress& progress = {});

/// The same without a witness, for the sound recipes of a program.  It tests only entries that are
/// 0 or subnormal in float16.
bool keeps_small_ones(const Source& source, const exact::Oracle& oracle, const Chart& program,
                      const recipe::ComputeFormats& formats);

}  // namespace sextant::verify
