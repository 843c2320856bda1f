#pragma once

#include <optional>

#include "sextant/measure/prefilter/table_error_meter.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/verify/accept/bounds_result.hpp"
#include "sextant/verify/rows/error_statistics.hpp"

namespace sextant::verify {

/// Per-block maxima that let a bounds check skip entries; nullopt if vectors cannot read the table.
std::optional<measure::Profile> profile(const Source& source, const exact::Oracle& oracle,
                                        std::uint64_t most = measure::Profile::kMost);

BoundsResult check_bounds(const Source& source, const exact::Oracle& oracle,
                          const recipe::Recipe& recipe, const Format& compute,
                          const Extent& extent = {}, const Progress& progress = {});

}  // namespace sextant::verify
