#pragma once

#include <cstdint>

#include "sextant/number/format.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"

namespace sextant::verify {

/// The bound of a recipe for a stored entry.  The value before storing is within half an ulp of the
/// entry, plus half a float32 ulp if a narrower format may have been stored via float32.
/// verdict.md, (1a)
double stored_bound(const recipe::Recipe& recipe, const Format& store, std::uint64_t row,
                    std::size_t channel, double got);

}  // namespace sextant::verify
