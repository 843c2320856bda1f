#pragma once

#include "sextant/measure/entry/error_statistics.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Called now and then with the fraction done, from any thread.
using Progress = std::function<void(double)>;

/// Reports the fraction of a task that is done.
inline void report(const Progress& progress, std::size_t done, std::size_t all) {
  if (progress) progress(static_cast<double>(done) / static_cast<double>(all));
}

/// Measures every entry of a source.  The result does not depend on the number of threads.
measure::ErrorStatistics statistics(const Source& source, const exact::Oracle& oracle,
                                    const Progress& progress = {});

}  // namespace sextant::verify
