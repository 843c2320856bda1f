#pragma once

#include "sextant/measure/entry/error_statistics.hpp"
#include "sextant/resample/resampled_table.hpp"
#include "sextant/verify/accept/bounds_result.hpp"
#include "sextant/verify/observation/expected.hpp"
#include "sextant/verify/rows/error_statistics.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Measures every entry of a table, whose positions are its row numbers.
measure::ErrorStatistics statistics(const Source& table, const resample::ResampledTable& exact,
                                    const Progress& progress = {});

/// The comparison of a table with the bounds of a sound program.
struct ResampledBounds {
  BoundsResult result;
  std::uint64_t matching = 0;  ///< entries that are correctly rounded
  std::uint64_t larger = 0;    ///< entries that are larger in magnitude than that

  /// The fractions of the entries that are within their bounds, and that are correctly rounded.
  double within() const;
  double match() const;
  /// Whether about as many entries are too large as too small, as roundings make them.
  bool balanced() const;
};

/// Compares the finite entries, which were last rounded to `stored`: an entry that this format does
/// not hold is a violation.  It ends early after more than `patience` violations.
ResampledBounds check_bounds(const Source& table, const resample::ResampledTable& exact,
                             const Format& stored, std::uint64_t patience = ~std::uint64_t{0});

/// The rows of a table with their true values and bounds.  Both must outlive the result.
ComparedRows compared(const Source& table, const resample::ResampledTable& exact);

}  // namespace sextant::verify
