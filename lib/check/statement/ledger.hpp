#pragma once

#include <cstdint>

#include "check/statement/certificate.hpp"
#include "check/statement/distance.hpp"

namespace sextant::check {

/// The list that a certificate calls complete, with what schemes lay before it: each offset that
/// they cannot rule out is on the list or certainly farther than the threshold.
class Ledger {
 public:
  Ledger(const Near& near, const Distance& distance) : near_(&near), distance_(&distance) {}

  /// Every offset on the list has the distance stated, and is within the threshold.  Throws
  /// Refused.
  void audit() const;

  /// Throws Refused where k is within the threshold, or may be, and is not on the list.
  void settle(const Integer& k);

  std::uint64_t settled() const { return settled_; }

 private:
  const Near* near_;
  const Distance* distance_;
  std::uint64_t settled_ = 0;
};

/// D(offset) lies in the interval stated.  Throws Refused.
void confirm_interval(const Offset& offset, const Distance& distance);

}  // namespace sextant::check
