#pragma once

#include <utility>

#include "sextant/encoding/wave/rotary.hpp"
#include "sextant/recipe/attention/matrix.hpp"

namespace sextant::recipe::attention {

/// The two channels of a pair among d.
constexpr std::pair<std::size_t, std::size_t> channels_of(Pairing layout, std::size_t pair,
                                                          std::size_t d) {
  return layout == Pairing::interleaved ? std::pair{2 * pair, 2 * pair + 1}
                                        : std::pair{pair, pair + d / 2};
}

/// The angles of n tokens: cosines and sines, each n × d/2.
template <class T>
struct Rotation {
  Pairing layout = Pairing::half_split;
  Matrix<T> cosines, sines;
};

/// Every pair (a, b) of every row of `x` (n × d), rotated by its angle: (a·c − b·s, a·s + b·c).
///                                                Su et al.  2021, §3.2.2, (15); attention.md, (12)
template <class T>
Matrix<T> rotated(const Matrix<T>& x, const Rotation<T>& by) {
  Matrix<T> result(x.rows, x.columns);
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t pair = 0; pair < x.columns / 2; ++pair) {
      const auto [first, second] = channels_of(by.layout, pair, x.columns);
      const T& c = by.cosines(i, pair);
      const T& s = by.sines(i, pair);
      result(i, first) = x(i, first) * c - x(i, second) * s;
      result(i, second) = x(i, first) * s + x(i, second) * c;
    }
  }
  return result;
}

}  // namespace sextant::recipe::attention
