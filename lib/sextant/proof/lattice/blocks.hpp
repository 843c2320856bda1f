#pragma once

#include <cstdint>
#include <vector>

#include "sextant/proof/statement/near.hpp"
#include "sextant/proof/statement/theorem.hpp"

namespace sextant::proof {

/// Branch and bound over intervals of offsets.  An interval [a, a + 2ʲ) is dropped where the sum of
/// what its pairs are away from whole turns, from below and over the whole interval, exceeds the
/// threshold; else it is halved, and single offsets are evaluated.
///                                            reports/derivations/uniqueness.md, (3) to (7)
class Blocks {
 public:
  explicit Blocks(const Offsets& offsets);

  /// The level of the largest blocks, and for each level the first pair that is slow enough to be
  /// of use.
  int top() const { return top_; }
  const std::vector<int>& starts() const { return starts_; }

  /// Every k in first … last with D(k) ≤ threshold, ascending; and, where the threshold is to
  /// `fall`, every k with D(k) ≤ the least of them instead.  1 ≤ first, last < 2⁵⁰.
  std::vector<OffsetDistance> search(std::uint64_t first, std::uint64_t last, Rational threshold,
                                     bool fall, const TheoremProgress& progress) const;

 private:
  const Offsets& offsets_;
  std::vector<std::uint64_t> steps_;  ///< 2⁶⁴·ω/2π, off by less than one
  int top_ = 0;
  std::vector<int> starts_;
};

}  // namespace sextant::proof
