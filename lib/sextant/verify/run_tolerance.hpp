#pragma once

#include <cstdint>

#include "sextant/number/format.hpp"

namespace sextant::verify {

inline constexpr double kPerStep = 2.8285;    // roundings of one rotation          recipes.md, (29)
inline constexpr double kOfEstimates = 1.25;  // a fit is near to the run that it looks for

/// What entries of rows that follow from each other may be off by.
struct RunTolerance {
  Format store;
  double unit = 0;       ///< u of the format computed in
  double amplitude = 0;  ///< A
  double library = 0;    ///< what another library errs more

  /// From a run, `row` steps after its first row.                                 verdict.md, (18)
  double of_row(double got, std::uint64_t row) const;
  /// From what the row before turns to, by the turn that was found of so many rows.
  ///                                                                              verdict.md, (21)
  double of_step(double got, std::uint64_t rows) const;
  /// From a circle, of rows that do not follow from each other.                   verdict.md, (22)
  double on_a_circle(double got) const;

 private:
  double stored(double got, double own) const;
  double grown(std::uint64_t rows) const;
};

}  // namespace sextant::verify
