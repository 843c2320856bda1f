#pragma once

#include "sextant/encoding/real/rational.hpp"

namespace sextant {

struct Chart;

/// The buckets of DeBERTa-v2 and v3 (He et al. 2021) for relative positions r = q − k.  With mid =
/// ⌊num_buckets/2⌋ the bucket is r if |r| ≤ mid, and otherwise
///
///   sign(r)·(⌈ln(|r|/mid)/ln((max_distance − 1)/mid)·(mid − 1)⌉ + mid)
struct Deberta {
  int num_buckets = 256;
  int max_distance = 512;
  int keys = 0;       ///< columns if rows are queries; 0: one column, rows are relative positions
  int first_key = 0;  ///< position of the first column's key, if rows are queries

  bool operator==(const Deberta&) const = default;
};

/// The bucket of an integer q − k.
Integer cell(const Deberta& encoding, const Integer& relative);

/// The row of the table of relative embeddings that queries gather (content to position).  It is
/// the bucket plus num_buckets, clipped to 0 … 2·num_buckets − 1.  Keys (position to content)
/// gather the row of the negated position.
struct DebertaIndex {
  Deberta of;

  bool operator==(const DebertaIndex&) const = default;
};
Integer cell(const DebertaIndex& index, const Integer& relative);

/// A row for a relative position, or for a query with a column for each key
/// first_key, first_key + 1, ….  Throws Error
/// for fewer than two buckets, more than kMostBuckets (t5.hpp), or max_distance ≤ mid + 1.
Chart chart(const Deberta& encoding);
Chart chart(const DebertaIndex& index);

}  // namespace sextant
