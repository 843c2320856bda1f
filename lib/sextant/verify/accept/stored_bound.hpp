#pragma once

#include <cstddef>
#include <cstdint>

#include "sextant/number/format.hpp"
#include "sextant/recipe/catalogue/recipe.hpp"

namespace sextant::verify {

/// The reals that are rounded to a number of a format, or, if `compute` is wider than float32 and
/// the format narrower, those that are rounded to it via float32.
struct Preimage {
  double middle = 0;  ///< exact
  double half = 0;    ///< half of its length
};
Preimage preimage(const Format& store, const Format& compute, double number);

/// A recipe's bound for an entry as stored: the error of the value before storing, and the rounding
/// of this entry toward the truth.
struct StoredBound {
  double computed = 0;  ///< infinite if there is no bound
  double storage = 0;
  double widest = 0;  ///< bound of the largest number that the entry may be

  double total() const;
};

/// The bound of the entry `got`.  `want` is near the truth, on the same side of `got` or equal to
/// it.
///                                                                                 verdict.md, (1a)
StoredBound stored_bound(const recipe::Recipe& recipe, const Format& compute, const Format& store,
                         std::uint64_t row, std::size_t channel, double got, double want);

}  // namespace sextant::verify
