#pragma once

#include <span>

#include "sextant/encoding/position/position.hpp"
#include "sextant/recipe/attention/matrix.hpp"

namespace sextant::recipe::attention {

/// The sign of a linear bias: ALiBi subtracts the slope times the distance.
enum class Sign { subtracted, added };

/// ∓slope·|p_i − p_j| for each query and key (n × n).  Positions are first rounded to T, as in
/// programs: from 2²⁴ on float32 does not hold every integer.
///                                                        Press et al.  2022, §3; attention.md, (9)
template <class T>
Matrix<T> linear_bias(const T& slope, std::span<const Position> positions,
                      Sign sign = Sign::subtracted) {
  Matrix<T> bias(positions.size(), positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const T query = nearest<T>(to_rational(positions[i]));
    for (std::size_t j = 0; j < positions.size(); ++j) {
      const T key = nearest<T>(to_rational(positions[j]));
      const T distance = positions[i] < positions[j] ? key - query : query - key;
      bias(i, j) = slope * (sign == Sign::subtracted ? -distance : distance);
    }
  }
  return bias;
}

}  // namespace sextant::recipe::attention
