#pragma once

#include <cstddef>
#include <vector>

#include "sextant/encoding/wave/rotary.hpp"

namespace sextant {

/// A column of a rotated vector: A·(x·cos a + y·sin a).  The angle a is that of `pair`; x and y are
/// two columns of the vector, with signs.  If `pair` is negative, the column is `first`, unchanged.
struct RotatedColumn {
  int pair = -1;
  std::size_t first = 0, second = 0;  ///< columns of x and y
  bool minus_first = false, minus_second = false;

  bool operator==(const RotatedColumn&) const = default;
  bool passes() const { return pair < 0; }
  double x(const double* row) const { return minus_first ? -row[first] : row[first]; }
  double y(const double* row) const { return minus_second ? -row[second] : row[second]; }
};

/// Which columns of a vector form pairs.
struct Pairs {
  Pairing layout = Pairing::half_split;
  std::size_t count = 0;
  std::size_t stride = 0;  ///< distance of the two columns of a pair, if half-split
  std::size_t first = 0;   ///< the first column of all pairs
  bool exchanged = false;  ///< whether v comes before u, which turns vectors back

  /// The pairs of the first `dim` channels.
  static Pairs of(Pairing layout, std::size_t dim) { return {layout, dim / 2, dim / 2}; }
  /// The pairs of an encoding, in vectors of `width` channels, at least its dim.
  static Pairs of(const Rotary& encoding, std::size_t width);

  std::size_t u(std::size_t pair) const { return exchanged ? after(pair) : before(pair); }
  std::size_t v(std::size_t pair) const { return exchanged ? before(pair) : after(pair); }
  /// The column after the last one.
  std::size_t end() const { return count == 0 ? first : after(count - 1) + 1; }

 private:
  std::size_t before(std::size_t pair) const {
    return first + (layout == Pairing::interleaved ? 2 * pair : pair);
  }
  std::size_t after(std::size_t pair) const {
    return before(pair) + (layout == Pairing::interleaved ? 1 : stride);
  }
};

/// The columns of rotated vectors with `width` channels.  Pairs (u, v) at `before` become
///
///   A·(u·cos a − v·sin a),  A·(v·cos a + u·sin a)
///
/// at the places of `after`; other columns stay unchanged.  Pairs must not overlap and must lie
/// within the width.
std::vector<RotatedColumn> rotated_columns(std::size_t width, const Pairs& before,
                                           const Pairs& after);

/// The columns for an encoding; its pairs keep their places.
inline std::vector<RotatedColumn> rotated_columns(const Rotary& encoding, std::size_t width) {
  const Pairs pairs = Pairs::of(encoding, width);
  return rotated_columns(width, pairs, pairs);
}

}  // namespace sextant
