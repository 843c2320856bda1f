#pragma once

#include <span>
#include <vector>

#include "sextant/exact/angle/turn.hpp"
#include "sextant/exact/table/kernel.hpp"
#include "sextant/exact/table/points.hpp"

namespace sextant::exact {

/// Neighbouring pairs of a table; their number is chosen so that the data that a block reads fit
/// the second-level cache.
class Panel {
 public:
  /// `half_steps` are ½·step of the pairs from `first` on.  Without `runs` there is no `run_turn`.
  /// Offsets are multiplied by 2^scale.
  Panel(const Kernel& kernel, const Shape& shape, std::size_t first,
        std::span<const Turn> half_steps, std::size_t half, bool runs, int scale = 0);

  std::size_t first() const { return first_; }
  std::size_t pairs() const { return pairs_; }
  std::size_t slots() const { return order_.size(); }
  /// The pair (of the panel) in a slot; slots beyond the last pair repeat it.
  std::size_t pair(std::size_t slot) const { return order_[slot]; }
  /// Number of doubles in all its packed tiles.
  std::size_t doubles() const { return doubles_; }

  Angles angles(const double* anchors) const;
  /// The rotation by a block of rows.
  const Points& block_turn() const { return block_turn_; }
  /// The rotation by a run of kRunBlocks blocks.
  const Points& run_turn() const { return run_turn_; }

 private:
  std::size_t first_, pairs_, half_, tiles_, doubles_;
  int scale_;
  std::vector<std::size_t> order_;
  Points block_turn_, run_turn_;
  Aligned offsets_;
};

}  // namespace sextant::exact
