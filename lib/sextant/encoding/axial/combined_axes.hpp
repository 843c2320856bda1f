#pragma once

#include <string_view>
#include <vector>

#include "sextant/encoding/position/coordinate_steps.hpp"
#include "sextant/encoding/position/position.hpp"
#include "sextant/encoding/real/rational.hpp"

namespace sextant {

/// A term of a sum over axes: a number times the coordinate that steps compute from an index.
struct CombinedTerm {
  Rational number;
  CoordinateSteps coordinate;
  Rational first, last;  ///< the smallest and the largest index
};

/// The sum over axes of number·coordinate, in units:
///
///   Σ number_k·x_k = unit·(constant + Σ weight_k·index_k)
struct CombinedAxes {
  std::vector<Position> weights;  ///< one for each term
  Position constant = 0;
  Rational unit = 1;
  /// The error of a program that rounds every step, number, product and sum, in unit roundoffs of
  /// its format.
  ///                                                                             axial.md, (10)
  Rational error = 0;
};

/// The sum of terms.  `what` names it in errors.  Throws Error if a sum exceeds 2⁶³ units, and if a
/// number is larger than kLargestNumber.
CombinedAxes combined(const std::vector<CombinedTerm>& terms, std::string_view what);

/// The largest size of a number of a matrix: with larger ones, float32 loses the phase.
inline constexpr int kLargestNumber = 1 << 20;

/// The sums of indices, in the units of `axes`, row by row.  There is a list of indices for each
/// term.  Throws Error if a sum exceeds 2⁶³ units, and if float32 does not hold an index.
Positions sums_of(const CombinedAxes& axes, const std::vector<Positions>& indices);

}  // namespace sextant
