#pragma once

#include <optional>
#include <vector>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// The frequency of a pair as its columns show it: bounds in radians per position.
struct FrequencySeen {
  int pair = 0;
  double least = 0, most = 0;
};

struct WavesSeen {
  std::vector<FrequencySeen> frequencies;  ///< of the pairs that show one, fastest first
  std::optional<double> amplitude;         ///< the median; nullopt if no pair turns far enough
};

/// The frequencies in a table of frequencies, or of waves that start at phase 0.  Frequencies are
/// looked for from 0 up to twice the unscaled one.  Pairs whose frequency is ambiguous are left
/// out.
WavesSeen seen_waves(const Source& source, const Chart& chart, const Format& compute);

}  // namespace sextant::verify
