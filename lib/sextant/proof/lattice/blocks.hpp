#pragma once

#include <cstdint>
#include <vector>

#include "sextant/proof/statement/near.hpp"
#include "sextant/proof/statement/theorem.hpp"

namespace sextant::proof {

/// Branch and bound over intervals of offsets [a, a + 2ʲ).  Each pair has a lower bound, over the
/// whole interval, of its distance from whole turns.  An interval is dropped if the sum of these
/// bounds exceeds the threshold; otherwise it is halved.  Single offsets are evaluated.
///                                                    reports/derivations/uniqueness.md, (3) to (7)
class Blocks {
 public:
  explicit Blocks(const Offsets& offsets);

  /// The level of the largest blocks.  For each level: the first pair slow enough to give a bound.
  int top() const { return top_; }
  const std::vector<int>& starts() const { return starts_; }

  /// Every k in first … last with D(k) ≤ threshold, ascending.  If `fall`, the threshold falls to
  /// the least D found, and only such k are returned.  1 ≤ first, last < 2⁵⁰.
  std::vector<OffsetDistance> search(std::uint64_t first, std::uint64_t last, Rational threshold,
                                     bool fall, const TheoremProgress& progress) const;

 private:
  const Offsets& offsets_;
  std::vector<std::uint64_t> steps_;  ///< 2⁶⁴·ω/2π, with an error below one
  int top_ = 0;
  std::vector<int> starts_;
};

}  // namespace sextant::proof
