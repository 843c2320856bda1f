#pragma once

#include <cstdint>

#include "sextant/number/format.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"

namespace sextant::verify {

/// A recipe's bound for an entry as stored.  The value before storing is within half an ulp of the
/// entry.  If a format narrower than float32 is stored via float32, half a float32 ulp is added.
/// verdict.md, (1a)
double stored_bound(const recipe::Recipe& recipe, const Format& store, std::uint64_t row,
                    std::size_t channel, double got);

}  // namespace sextant::verify
