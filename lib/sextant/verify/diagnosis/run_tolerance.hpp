#pragma once

#include <cstdint>
#include <span>

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
  /// A number that stands in the table, and how many times its rounding counts.
  struct Part {
    double got = 0, times = 0;
  };
  /// From what `steps` rows before turn to, by the turn that was found of so many rows, beside the
  /// roundings of storage of these parts.                                        verdict.md, (21)
  double of_step(std::span<const Part> parts, std::uint64_t rows, int steps = 1) const;
  /// The same of any numbers of one step.
  double of_any_step(std::uint64_t rows) const;
  /// From a circle, of rows that do not follow from each other.                   verdict.md, (22)
  double on_a_circle(double got) const;

 private:
  double stored(double got, double own) const;
  double grown(std::uint64_t rows) const;
};

}  // namespace sextant::verify
