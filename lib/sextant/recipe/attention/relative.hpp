#pragma once

#include <algorithm>

#include "sextant/recipe/attention/matrix.hpp"

namespace sextant::recipe::attention {

/// Learned vectors by offset.  Row clip(j − i, −K, K) + K belongs to query i and key j, so each
/// table has 2K + 1 rows of d columns.  `values` may be empty: no relative values.
///                                                             Shaw et al.  2018, §3.1–3.2, (3)–(5)
template <class T>
struct Relative {
  Matrix<T> keys, values;

  std::size_t row(std::size_t query, std::size_t key) const {
    const auto clip = static_cast<std::ptrdiff_t>(keys.rows / 2);
    const auto offset = static_cast<std::ptrdiff_t>(key) - static_cast<std::ptrdiff_t>(query);
    return static_cast<std::size_t>(std::clamp(offset, -clip, clip) + clip);
  }
};

}  // namespace sextant::recipe::attention
