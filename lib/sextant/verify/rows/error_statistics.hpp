#pragma once

#include "sextant/measure/entry/error_statistics.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Called repeatedly, from any thread, with the fraction of the task that is done, in [0, 1].
using Progress = std::function<void(double)>;

/// Reports done/all; does nothing if `progress` is empty.
inline void report(const Progress& progress, std::size_t done, std::size_t all) {
  if (progress) progress(static_cast<double>(done) / static_cast<double>(all));
}

/// Measures every entry of a source.  The result does not depend on the number of threads.
measure::ErrorStatistics statistics(const Source& source, const exact::Oracle& oracle,
                                    const Progress& progress = {});

}  // namespace sextant::verify
