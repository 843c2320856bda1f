#pragma once

#include "sextant/encoding/real/rational.hpp"

namespace sextant {

struct Chart;

/// The buckets of relative positions k − q in T5 (Raffel et al. 2020; also LongT5, UMT5, Flan).
/// Let nb be the number of buckets of one direction, e = ⌊nb/2⌋ and n the distance.  For n < e the
/// bucket is n; otherwise it is the smaller of nb − 1 and
///
///   e + ⌊ln(n/e)/ln(max_distance/e)·(nb − e)⌋
///
/// If the encoding is bidirectional, each direction has half of the buckets, and keys after the
/// query have the upper half.  Otherwise such keys have n = 0.
struct T5 {
  int num_buckets = 32;
  int max_distance = 128;
  bool bidirectional = true;
  int keys = 0;       ///< columns if rows are queries; 0: one column, rows are relative positions
  int first_key = 0;  ///< position of the first column's key, if rows are queries

  bool operator==(const T5&) const = default;
  int buckets_a_direction() const { return bidirectional ? num_buckets / 2 : num_buckets; }
};

/// The bucket of an integer k − q.
Integer cell(const T5& encoding, const Integer& relative);

/// A row for a relative position, or for a query with a column for each key
/// first_key, first_key + 1, ….  Throws Error
/// for fewer than two buckets of a direction, more than kMostBuckets, or max_distance ≤ e.
Chart chart(const T5& encoding);
inline constexpr int kMostBuckets = 4096;

}  // namespace sextant
