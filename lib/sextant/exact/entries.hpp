#pragma once

#include <vector>

#include "sextant/exact/oracle.hpp"

namespace sextant::exact {

/// The entries of a chart in one format, one at a time: `Oracle::nearest`, with everything that
/// does not depend on the position precomputed.  Thread-safe.
class Entries {
 public:
  Entries(Oracle oracle, const Format& format);

  const Oracle& oracle() const { return oracle_; }
  const Format& format() const { return format_; }
  /// Whether most entries take nanoseconds: true for sines and cosines in float64 or a narrow
  /// format.
  bool quick() const { return quick_sure_; }

  /// The number nearest to the true value of a channel, given by its index in the chart.  The index
  /// must be valid, and |position| ≤ kLargestPosition.
  Oracle::Rounded nearest(Position position, std::size_t channel) const {
    double value = 0;
    if (!fine_phases_.empty()) return in_float64(position, channel);
    if (quick_->nearest(dropped_, phases_[channel].at(position), value)) return {value, true};
    return oracle_.from_ball(format_, position, oracle_.chart().channels[channel]);
  }

 private:
  /// Not inlined, so that narrow formats save no registers for it.
  [[gnu::noinline]] Oracle::Rounded in_float64(Position position, std::size_t channel) const;

  Oracle oracle_;
  Format format_;
  Quick::Dropped dropped_;
  const Quick* quick_;
  std::vector<Phase> phases_;
  std::vector<FinePhase> fine_phases_;  ///< of float64 alone
  bool quick_sure_ = false;
};

}  // namespace sextant::exact
