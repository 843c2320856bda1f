#pragma once

#include <span>

#include "sextant/measure/entry/rows.hpp"

namespace sextant::measure {

/// Defects of identities that the true values satisfy exactly, on rows of doubles.  Each is the
/// largest over the pairs with a sine and a cosine; for the dot product it is a sum over them.
/// They are computed in long double, with the bounds that follow from the bounds `e…` of the
/// entries, one a channel.                                                 measures.md, (8) to (11)
struct Defect {
  double value = 0;
  double bound = 0;
};

/// |s² + c² − 1| of a row's pairs.
Defect norm_defect(std::span<const PairChannels> pairs, std::span<const double> row,
                   std::span<const double> e);

/// |x·y − Σ cos(kω_i)| for the rows of positions p and p + k, the true cosines by pair.
Defect shift_defect(std::span<const PairChannels> pairs, std::span<const double> x,
                    std::span<const double> y, std::span<const double> ex,
                    std::span<const double> ey, std::span<const double> cosines);

/// The row of p rotated by the true rotation of k (sines and cosines by pair), against the row of p
/// + k.
Defect rotation_defect(std::span<const PairChannels> pairs, std::span<const double> row,
                       std::span<const double> rotated, std::span<const double> e_row,
                       std::span<const double> e_rotated, std::span<const double> sines,
                       std::span<const double> cosines);

/// The rows of j and k composed by the addition formulas against the row of j + k.
Defect composition_defect(std::span<const PairChannels> pairs, std::span<const double> j,
                          std::span<const double> k, std::span<const double> sum,
                          std::span<const double> ej, std::span<const double> ek,
                          std::span<const double> e_sum);

}  // namespace sextant::measure
