#pragma once

#include <cstdint>

#include "certificate/statement/certificate.hpp"
#include "certificate/statement/distance.hpp"

namespace sextant::certificate {

/// The list that a certificate claims to be complete.  Each offset that a search cannot rule out
/// must be on the list, or certainly beyond the threshold.
class Ledger {
 public:
  Ledger(const Near& near, const Distance& distance) : near_(&near), distance_(&distance) {}

  /// Throws Refused unless every listed offset has the stated distance and is within the threshold.
  void audit() const;

  /// Throws Refused if k is not on the list and not certainly beyond the threshold.
  void settle(const Integer& k);

  std::uint64_t settled() const { return settled_; }

 private:
  const Near* near_;
  const Distance* distance_;
  std::uint64_t settled_ = 0;
};

/// Throws Refused unless D(offset) lies in the stated interval.
void confirm_interval(const Offset& offset, const Distance& distance);

}  // namespace sextant::certificate
