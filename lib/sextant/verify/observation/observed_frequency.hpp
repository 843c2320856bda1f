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

/// Whether the base is the claimed one; another base may make all frequencies but the first larger.
enum class Base : unsigned char { claimed, any };

/// From what a frequency is estimated: from every row at its position, or only from the rotation
/// between rows, which another fault of positions or phases does not change.
enum class ShownBy : unsigned char { positions, rotations };

/// Returns the frequencies of a table of frequencies, or of waves with phase 0.  They are searched
/// from 0 to twice the unscaled frequency, or that of the first pair for any base.  Pairs without
/// a result are left out.  Empty for claims with phases or scale 0.
ObservedWaves observed_waves(const Source& source, const Chart& chart, const Format& compute,
                             Base base, ShownBy by);

}  // namespace sextant::verify
