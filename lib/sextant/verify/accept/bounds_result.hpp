#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sextant/encoding/position/position.hpp"

namespace sextant::measure {
struct Profile;
}

namespace sextant::verify {

/// An entry with its error and its bound; usually one that a recipe does not accept.  `want` is the
/// number of the format nearest to the truth.
struct Violation {
  std::uint64_t row = 0;
  Position position = 0;
  std::size_t channel = 0;
  double got = 0, want = 0, absolute = 0, bound = 0;
  double storage = 0;  ///< the part of `bound` that is the rounding of this entry
  double widest = 0;   ///< bound of the largest number that the entry may be
};

/// The largest values over the accepted entries of a bounds check.
struct Margin {
  /// Largest error before storing, divided by its bound: of an entry's error, what its rounding
  /// leaves.
  double fraction = 0;
  double bound = 0;      ///< largest accepting bound, as a fraction of amplitude or frequency
  double error = 0;      ///< largest error, as the same fraction
  double positions = 0;  ///< largest error in positions, among entries checked by same arithmetic

  void merge(const Margin& other);
};

/// The result of checking a table against one recipe.  An entry is accepted if its error is within
/// its derived bound.  If that bound is vacuous, the entry is checked by same arithmetic.  It must
/// then be within the error bound of sine and cosine, for one factor of its column that the library
/// may have returned.  Entries without any bound are violations. verdict.md, (1) and (2)
struct BoundsResult {
  std::uint64_t entries = 0;
  std::uint64_t violations = 0;
  Margin margin;
  bool by_same_arithmetic = false;  ///< some entries were checked by same arithmetic
  std::vector<Violation> places;    ///< the first few violations, by row and channel

  /// Whether there are entries, and all of them are accepted.
  bool whole() const { return entries > 0 && violations == 0; }
};

/// Options of a bounds check.
struct Extent {
  /// The check stops after more than this number of violations.  Their count is then a lower bound.
  std::uint64_t patience = ~std::uint64_t{0};
  /// The profile of the same source and oracle. nullptr: every entry is checked.
  const measure::Profile* profile = nullptr;
  /// Every wave is checked by same arithmetic, whatever its bound is.
  bool same_arithmetic = false;
};

}  // namespace sextant::verify
