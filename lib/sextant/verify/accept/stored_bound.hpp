#pragma once

#include <cstdint>

#include "sextant/number/format.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"

namespace sextant::verify {

/// The bound of a recipe for an entry that stands in a table: what it was stored from is within
/// half an ulp of it, or of float32's besides where it may have come by that.       verdict.md,
/// (1a)
double stored_bound(const recipe::Recipe& recipe, const Format& store, std::uint64_t row,
                    std::size_t channel, double got);

}  // namespace sextant::verify
