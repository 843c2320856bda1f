#pragma once

#include "sextant/proof/statement/offsets.hpp"

namespace sextant::proof {

/// The k in 1 … last for which k·x is nearest to an integer, x irrational: the largest denominator
/// of a convergent of its continued fraction that is not beyond.  Throws Error where 332 bits do
/// not give that many partial quotients.                       uniqueness.md, (17)
Integer best_approximation(const Wide& x, const Integer& last);

}  // namespace sextant::proof
