#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sextant/encoding/position/position.hpp"

namespace sextant::measure {
struct Profile;
}

namespace sextant::verify {

/// An entry that a recipe does not accept.
struct Violation {
  std::uint64_t row = 0;
  Position position = 0;
  std::size_t channel = 0;
  double got = 0, want = 0, absolute = 0, bound = 0;
};

/// The largest values over the accepted entries of a bounds check.
struct Margin {
  double fraction = 0;   ///< error divided by the bound
  double bound = 0;      ///< largest accepting bound, as a fraction of amplitude or frequency
  double error = 0;      ///< largest error, as the same fraction
  double positions = 0;  ///< error in positions, for the same-arithmetic check

  void merge(const Margin& other);
};

/// The result of checking a table against one recipe.  An entry is accepted if it is within its
/// derived bound.  If that bound is vacuous, the same-arithmetic check decides: the entry must be
/// within the trigonometric hypothesis for one factor of its column that the hypothesis on exp and
/// pow allows.  Entries without any bound are violations. verdict.md, (1) and (2)
struct BoundsResult {
  std::uint64_t entries = 0;
  std::uint64_t violations = 0;
  Margin margin;
  bool by_same_arithmetic = false;  ///< some entry was accepted so
  std::vector<Violation> places;    ///< the first few outside, by row and channel

  bool whole() const { return entries > 0 && violations == 0; }
};

/// Options of a bounds check.
struct Extent {
  /// The check stops after more than this many violations; their count is then a lower bound.
  std::uint64_t patience = ~std::uint64_t{0};
  /// Of the same source and oracle; nullptr: every entry is checked.
  const measure::Profile* profile = nullptr;
  bool as_stored = false;  ///< bounds of entries as stored, (1a)
  /// The same-arithmetic check decides for every wave, whatever its bound.
  bool same_arithmetic = false;
};

}  // namespace sextant::verify
