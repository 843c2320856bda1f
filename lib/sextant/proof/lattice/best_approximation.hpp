#pragma once

#include "sextant/proof/statement/offsets.hpp"

namespace sextant::proof {

/// The k in 1 … last for which k·x is nearest to an integer, for irrational x: the largest
/// denominator ≤ last of a convergent of x's continued fraction.  Throws Error if 332 bits do not
/// determine the partial quotients needed.                                      uniqueness.md, (17)
Integer best_approximation(const Wide& x, const Integer& last);

}  // namespace sextant::proof
