#pragma once

#include <span>

#include "sextant/encoding/position/position.hpp"
#include "sextant/recipe/attention/matrix.hpp"

namespace sextant::recipe::attention {

/// What a linear bias does with the distance: ALiBi subtracts it.
enum class Sign { subtracted, added };

/// ∓slope·|p_i − p_j| for each query and key (n × n).  The positions become numbers of T first, as
/// programs have them: from 2²⁴ on float32 no longer holds each of them.
///                                                         Press et al. 2022, §3; attention.md, (9)
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
