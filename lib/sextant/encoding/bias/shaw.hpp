#pragma once

#include "sextant/encoding/real/rational.hpp"

namespace sextant {

struct Chart;

/// Relative positions as Shaw et al. (2018) clip them: the row clip(k − q, −K, K) + K of a table of
/// 2K + 1.
struct Shaw {
  int max_distance = 16;  ///< K
  int keys = 0;  ///< columns, where rows are queries; 0: one column, rows are relative positions

  bool operator==(const Shaw&) const = default;
};

/// The row of an integer k − q.
Integer cell(const Shaw& encoding, const Integer& relative);

/// Indices of relative positions, or of the keys 0, 1, … for a query.  Throws Error for a negative
/// K.
Chart chart(const Shaw& encoding);

}  // namespace sextant
