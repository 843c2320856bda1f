#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include <boost/align/aligned_allocator.hpp>

#include "sextant/exact/angle/sine_cosine.hpp"
#include "sextant/exact/angle/turn.hpp"
#include "sextant/exact/table/kernel.hpp"

namespace sextant::exact {

/// Numbers with an alignment that every vector target can load.
using Aligned = std::vector<double, boost::alignment::aligned_allocator<double, 128>>;

/// Sines and cosines slot by slot, in the order of Kernel::advance.  All members that compute need
/// an Environment.
class Points {
 public:
  explicit Points(std::size_t slots) : slots_(slots), runs_(4 * slots) {}

  /// The sines and cosines of a turn for each slot, multiplied by `factor` if there is one.  The
  /// factor is at most 1.  The error of a point is at most 2^kPointError before this product, which
  /// counts as a step.                                                             table.md, (14)
  void set(const Kernel& kernel, std::span<const Turn> turns,
           const std::optional<Factor>& factor = {});
  void advance(const Kernel& kernel, const Points& by);
  /// Packs the points, multiplied by 2^scale.
  void pack(const Kernel& kernel, int scale, double* packed) const;

  /// [x high, x low, y high, y low] of a slot.
  using Point = std::array<double, 4>;
  Point at(std::size_t slot) const {
    return {runs_[slot], runs_[slots_ + slot], runs_[2 * slots_ + slot], runs_[3 * slots_ + slot]};
  }

 private:
  void put(std::size_t slot, const Point& point);

  std::size_t slots_;
  Aligned runs_;
};

}  // namespace sextant::exact
