#pragma once

#include "sextant/encoding/real/rational.hpp"

namespace sextant {

struct Chart;

/// The buckets of DeBERTa-v2 and v3 (He et al. 2021) for relative positions r = q − k: r itself as
/// far as mid = ⌊num_buckets/2⌋, and beyond that
/// sign(r)·(⌈ln(|r|/mid)/ln((max_distance − 1)/mid)·(mid − 1)⌉ + mid).
struct Deberta {
  int num_buckets = 256;
  int max_distance = 512;
  int keys = 0;  ///< columns, where rows are queries; 0: one column, rows are relative positions

  bool operator==(const Deberta&) const = default;
};

/// The bucket of an integer q − k.
Integer cell(const Deberta& encoding, const Integer& relative);

/// The row of the table of relative embeddings that queries gather by (content to position): the
/// bucket, moved up and clipped to 0 … 2·num_buckets − 1.  Keys (position to content) gather by
/// that of the negated position.
struct DebertaIndex {
  Deberta of;

  bool operator==(const DebertaIndex&) const = default;
};
Integer cell(const DebertaIndex& index, const Integer& relative);

/// Buckets, or indices, of relative positions, or of the keys 0, 1, … for a query.  Throws Error
/// for fewer than two buckets, more than kMostBuckets (t5.hpp), and a max_distance that does not
/// reach beyond mid.
Chart chart(const Deberta& encoding);
Chart chart(const DebertaIndex& index);

}  // namespace sextant
