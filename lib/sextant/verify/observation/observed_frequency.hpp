#pragma once

#include <optional>
#include <vector>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// The observed frequency of a pair, in radians per position.  It lies in one of several ranges, in
/// ascending order, because the number of turns between distant rows is uncertain.
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
  std::vector<ObservedFrequency> frequencies;  ///< observed frequencies, in the order of pairs
  std::optional<Estimate> amplitude;  ///< nullopt if no pair rotates far enough in the first window
};

/// Returns the frequencies of a table of frequencies, or of waves with phase 0.  They are searched
/// from 0 to twice the unscaled frequency.  Pairs without a result are left out.  Empty for claims
/// with phases or scale 0.
ObservedWaves observed_waves(const Source& source, const Chart& chart, const Format& compute);

}  // namespace sextant::verify
