#pragma once

#include <vector>

#include "sextant/encoding/position/position.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/exact/table/bounds.hpp"
#include "sextant/exact/table/panel.hpp"

namespace sextant::exact {

/// The sines and cosines of all pairs at many positions, as rotations about anchors; for loops that
/// round them or compare with them.  The error is at most 2^kRotationError, or as in table.md, (2)
/// and (5).  An amplitude A = m·2^scale, |m| ≤ 1, multiplies anchors by m and offsets by 2^scale.
///                                                                                 table.md, (10)
class Rotations {
 public:
  /// No rotations.
  Rotations() = default;
  /// Of the first `pairs` pairs.  Empty if positions are listed one by one or few, if the amplitude
  /// is 0, 2^kMostScale or more, or below 2⁻⁶⁴, or on a target without vectors.  Otherwise the rows
  /// are in blocks, in the order of slots of a column pattern.
  Rotations(const Oracle& oracle, const Positions& positions, const Kernel& kernel,
            ColumnPattern pattern, std::size_t pairs);

  bool possible() const { return half_ > 0; }
  const Kernel& kernel() const { return kernel_; }
  /// Rows of a block, and of a run of blocks.
  std::uint64_t block() const { return 2 * half_; }
  std::uint64_t run() const { return kRunBlocks * block(); }
  const std::vector<Panel>& panels() const { return panels_; }
  std::size_t pairs() const { return half_steps_.size(); }

  /// Computes the anchors of the block that begins at `first` from their angles.
  void place(const Oracle& oracle, Position first, const Panel& panel, Points& anchors) const;
  /// Computes the anchors of the block at `first` from those of the block before.  Needs fused
  /// multiply-add; at most kLongestRun times.                                         table.md, (8)
  void advance(const Oracle& oracle, Position first, const Panel& panel, Points& anchors) const;

 private:
  Kernel kernel_;
  std::size_t half_ = 0;
  std::optional<Factor> part_;  ///< m; nullopt: 1
  int scale_ = 0;
  std::vector<Turn> half_steps_;  ///< ½·step of every pair
  std::vector<Panel> panels_;
};

/// The angles of all panels, block after block; for one thread.
class Sequence {
 public:
  /// Starts at any row.  The arguments must outlive it.
  Sequence(const Rotations& rotations, const Oracle& oracle, const Positions& positions,
           std::uint64_t row);

  Angles angles(std::size_t panel) const;
  void advance();

 private:
  void place(std::size_t panel);

  const Rotations& rotations_;
  const Oracle& oracle_;
  const Positions& positions_;
  std::uint64_t row_;
  int moved_ = 0;  ///< steps since the anchors were computed from angles
  std::vector<Points> anchors_;
  std::vector<Aligned> packed_;
};

}  // namespace sextant::exact
