#pragma once

#include "sextant/encoding/real/rational.hpp"

namespace sextant {

struct Chart;

/// The buckets that T5 sorts relative positions k − q into (Raffel et al. 2020; also LongT5, UMT5,
/// Flan).  Of nb buckets, half as many where both directions share them, e = ⌊nb/2⌋ are for one
/// distance n each; beyond, n has e + ⌊ln(n/e)/ln(max_distance/e)·(nb − e)⌋, the last one at most.
/// Keys after the query have the upper half of the buckets; without directions, all have n = 0.
struct T5 {
  int num_buckets = 32;
  int max_distance = 128;
  bool bidirectional = true;
  int keys = 0;  ///< columns, where rows are queries; 0: one column, rows are relative positions

  bool operator==(const T5&) const = default;
  int buckets_a_direction() const { return bidirectional ? num_buckets / 2 : num_buckets; }
};

/// The bucket of an integer k − q.
Integer cell(const T5& encoding, const Integer& relative);

/// Buckets of relative positions, or of the keys 0, 1, … for a query.  Throws Error for fewer than
/// two buckets a direction, more than kMostBuckets, and a max_distance that no bucket begins below.
Chart chart(const T5& encoding);
inline constexpr int kMostBuckets = 4096;

}  // namespace sextant
