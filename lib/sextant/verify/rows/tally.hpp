#pragma once

#include "sextant/measure/entry/worst.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Called now and then with the fraction done, from any thread.
using Progress = std::function<void(double)>;

/// Tells what part of a task is done.
inline void report(const Progress& progress, std::size_t done, std::size_t all) {
  if (progress) progress(static_cast<double>(done) / static_cast<double>(all));
}

/// Every entry of a source measured against an oracle.  The answer does not depend on the threads.
measure::Tally tally(const Source& source, const exact::Oracle& oracle,
                     const Progress& progress = {});

}  // namespace sextant::verify
