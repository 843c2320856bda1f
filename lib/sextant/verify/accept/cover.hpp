#pragma once

#include <optional>

#include "sextant/measure/screen/table_gauge.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/verify/accept/coverage.hpp"
#include "sextant/verify/rows/tally.hpp"

namespace sextant::verify {

/// What spares a cover most of its looks; nothing where tables are not read by vectors.
std::optional<measure::Profile> profile(const Source& source, const exact::Oracle& oracle,
                                        std::uint64_t most = measure::Profile::kMost);

Coverage cover(const Source& source, const exact::Oracle& oracle, const recipe::Recipe& recipe,
               const Format& compute, const Extent& extent = {}, const Progress& progress = {});

}  // namespace sextant::verify
