#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sextant/encoding/position/position.hpp"

namespace sextant::measure {
struct Profile;
}

namespace sextant::verify {

/// A place that a recipe does not cover.
struct Violation {
  std::uint64_t row = 0;
  Position position = 0;
  std::size_t channel = 0;
  double got = 0, want = 0, absolute = 0, bound = 0;
};

/// How much a bounds check allows, and how much of that its entries use: the largest over the
/// inside ones.
struct Margin {
  double fraction = 0;   ///< of a bound
  double bound = 0;      ///< that accepted an entry, as a part of amplitude or frequency
  double error = 0;      ///< likewise
  double positions = 0;  ///< that an entry accepted by the same-arithmetic check is off

  void merge(const Margin& other);
};

/// How far one recipe covers a table: an entry is inside its derived bound, or, where that is
/// vacuous, within the trigonometric hypothesis of the recipe's own arithmetic for one factor of
/// its column that the hypothesis on exp and pow allows.  Where nothing is promised, nothing is
/// covered.                                                            verdict.md, (1) and (2)
struct BoundsResult {
  std::uint64_t entries = 0;
  std::uint64_t violations = 0;
  Margin margin;
  bool by_same_arithmetic = false;  ///< some entry was accepted so
  std::vector<Violation> places;    ///< the first few outside, by row and channel
  /// Of check_decided_bounds(): further violations that another library may have caused.
  std::uint64_t near = 0;

  bool whole() const { return entries > 0 && violations == 0; }
};

/// How far a bounds check looks.
struct Extent {
  /// Of more entries outside than these only that is known: others may not have been looked at.
  std::uint64_t patience = ~std::uint64_t{0};
  const measure::Profile* profile = nullptr;  ///< of the same source and oracle; nothing: none
  bool as_stored = false;  ///< bounds are those of what stands in the table, (1a)
  bool same_arithmetic =
      false;  ///< every wave counts by the same-arithmetic check, whatever its bound
};

}  // namespace sextant::verify
