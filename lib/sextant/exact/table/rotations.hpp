#pragma once

#include <vector>

#include "sextant/encoding/position.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/exact/table/panel.hpp"

namespace sextant::exact {

/// The sines and cosines of all pairs at many positions as rotations about anchors, for loops that
/// make approximations of them: off by 2^kRotationError each (reports/derivations/table.md, (2)).
/// The loops are the reader's own, by rotate-inl.h; pairs stand in their natural order.
class Rotations {
 public:
  /// Both must outlive it.
  Rotations(const Oracle& oracle, const Positions& positions);

  /// Whether there are any: not where positions are listed one by one or few, nor on a target
  /// without vectors.
  bool possible() const { return half_ > 0; }

  /// Rows of a block.
  std::uint64_t block() const { return 2 * half_; }
  const std::vector<Panel>& panels() const { return panels_; }

  /// Places of arrays by pair that loops may read: pairs in whole tiles.
  std::size_t slots() const;

  /// A run of blocks, one after the other: for one thread.
  class Run {
   public:
    /// From any row on.
    Run(const Rotations& rotations, std::uint64_t row);

    Angles angles(std::size_t panel) const;
    void advance();

   private:
    void place(std::size_t panel, bool anew);

    const Rotations& rotations_;
    std::uint64_t row_;
    int moved_ = 0;  ///< since the anchors were found
    std::vector<Points> anchors_;
    std::vector<Aligned> packed_;
  };

 private:
  const Oracle& oracle_;
  const Positions& positions_;
  Kernel kernel_;
  std::size_t half_ = 0;
  std::vector<Turn> half_steps_;  ///< ½·step of every pair
  std::vector<Panel> panels_;
};

}  // namespace sextant::exact
