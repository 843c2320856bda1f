#pragma once

#include "sextant/encoding/real/rational.hpp"

namespace sextant {

struct Chart;

/// Relative positions as Shaw et al. (2018) clip them.  The index is clip(k − q, −K, K) + K, a row
/// of a table of 2K + 1 rows.
struct Shaw {
  int max_distance = 16;  ///< K
  int keys = 0;       ///< columns if rows are queries; 0: one column, rows are relative positions
  int first_key = 0;  ///< position of the first column's key, if rows are queries

  bool operator==(const Shaw&) const = default;
};

/// The index of an integer k − q.
Integer cell(const Shaw& encoding, const Integer& relative);

/// A row for a relative position, or for a query with a column for each key
/// first_key, first_key + 1, ….  Throws Error
/// for a negative K.
Chart chart(const Shaw& encoding);

}  // namespace sextant
