#pragma once

#include "sextant/encoding/real/rational.hpp"

namespace sextant {

struct Chart;

/// The relative position index of a window (Liu et al. 2021).  Tokens go row by row from the upper
/// left.  With Δ = q − k, the index of token q against token k is
///
///   (Δy + height − 1)·(2·width − 1) + (Δx + width − 1)
struct Swin {
  int height = 7, width = 7;

  bool operator==(const Swin&) const = default;
  int tokens() const { return height * width; }
};

/// The index of token `query` against token `key`.  Throws Error for a query outside the window.
Integer cell(const Swin& encoding, const Integer& query, int key);

/// A row for each query, with a column for each key.  Throws Error for an empty window or for more
/// than kMostTokens tokens.
Chart chart(const Swin& encoding);
inline constexpr int kMostTokens = 1 << 16;

}  // namespace sextant
