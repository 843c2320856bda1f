#pragma once

#include <optional>
#include <vector>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// The frequency of a pair as its columns show it, in radians per position: in one of some ranges,
/// in ascending order, since turns of distant rows are in doubt.
struct ObservedFrequency {
  struct Range {
    double least = 0, most = 0;
  };
  int pair = 0;
  std::vector<Range> ranges;

  double least() const { return ranges.front().least; }
  double most() const { return ranges.back().most; }
  bool allows(double frequency) const;
};

struct ObservedWaves {
  std::vector<ObservedFrequency> frequencies;  ///< of the pairs that show one, fastest first
  std::optional<Estimate> amplitude;           ///< nullopt if no pair turns far enough
};

/// The frequencies in a table of frequencies, or of waves that start at phase 0.  Frequencies are
/// looked for from 0 up to twice the unscaled one.  Pairs that show
/// none are left out.
ObservedWaves observed_waves(const Source& source, const Chart& chart, const Format& compute);

}  // namespace sextant::verify
