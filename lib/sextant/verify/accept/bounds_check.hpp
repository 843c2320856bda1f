#pragma once

#include <optional>

#include "sextant/measure/prefilter/table_error_meter.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/verify/accept/bounds_result.hpp"
#include "sextant/verify/rows/error_statistics.hpp"

namespace sextant::verify {

/// The maximum errors of each block, which let a bounds check skip entries; nullopt if the
/// vectorised meter cannot read the table.  `most` limits the number of maxima.
std::optional<measure::Profile> profile(const Source& source, const exact::Oracle& oracle,
                                        std::uint64_t most = measure::Profile::kMost);

/// Checks the entries of a source against the bounds of a recipe that computes in `compute`.  The
/// true values are those of `oracle`.
BoundsResult check_bounds(const Source& source, const exact::Oracle& oracle,
                          const recipe::Recipe& recipe, const Format& compute,
                          const Extent& extent = {}, const Progress& progress = {});

}  // namespace sextant::verify
