#pragma once

#include <cstddef>
#include <vector>

#include "sextant/encoding/wave/rotary.hpp"

namespace sextant {

/// What a column of a turned vector is: A·(x·cos a + y·sin a), a the angle of `pair` and x, y two
/// columns of the vector with their signs; or, without a pair, the column `first` as it was.
struct TurnedColumn {
  int pair = -1;
  std::size_t first = 0, second = 0;  ///< where x and y are taken from
  bool minus_first = false, minus_second = false;

  bool operator==(const TurnedColumn&) const = default;
  bool passes() const { return pair < 0; }
  double x(const double* row) const { return minus_first ? -row[first] : row[first]; }
  double y(const double* row) const { return minus_second ? -row[second] : row[second]; }
};

/// Where the pairs of a vector stand.
struct Pairs {
  Pairing layout = Pairing::half_split;
  std::size_t count = 0;
  std::size_t stride = 0;  ///< between the two of a pair, if half-split

  /// Those of `dim` channels at the beginning of a vector.
  static Pairs of(Pairing layout, std::size_t dim) { return {layout, dim / 2, dim / 2}; }

  std::size_t u(std::size_t pair) const { return layout == Pairing::interleaved ? 2 * pair : pair; }
  std::size_t v(std::size_t pair) const {
    return layout == Pairing::interleaved ? 2 * pair + 1 : pair + stride;
  }
};

/// The columns of vectors `width` wide whose pairs (u, v) become
///
///   A·(u·cos a − v·sin a),  A·(v·cos a + u·sin a)
///
/// and are written where `after` has them; the other columns pass.  Pairs do not overlap, and lie
/// within the width.
std::vector<TurnedColumn> turned_columns(std::size_t width, const Pairs& before,
                                         const Pairs& after);

/// Those of an encoding, whose pairs stay where they are.
inline std::vector<TurnedColumn> turned_columns(const Rotary& encoding, std::size_t width) {
  const Pairs pairs = Pairs::of(encoding.layout, static_cast<std::size_t>(encoding.dim));
  return turned_columns(width, pairs, pairs);
}

}  // namespace sextant
