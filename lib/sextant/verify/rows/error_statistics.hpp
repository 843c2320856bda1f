#pragma once

#include <string>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/measure/entry/error_statistics.hpp"
#include "sextant/number/format.hpp"
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

/// The true value at the place of the maximum error, as a decimal.  It has three digits more than
/// are needed to distinguish all numbers of the format.  Empty if nothing was measured.
std::string decimal_truth(const Chart& chart, const Format& format,
                          const measure::MaxError& max_error);

}  // namespace sextant::verify
