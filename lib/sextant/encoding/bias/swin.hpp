#pragma once

#include "sextant/encoding/real/rational.hpp"

namespace sextant {

struct Chart;

/// The relative position index of a window (Liu et al. 2021): with tokens in rows from the upper
/// left, token q against token k has (Δy + height − 1)·(2·width − 1) + (Δx + width − 1), Δ = q − k.
struct Swin {
  int height = 7, width = 7;

  bool operator==(const Swin&) const = default;
  int tokens() const { return height * width; }
};

/// The index of tokens `query` and `key`.  Throws Error for a query outside the window.
Integer cell(const Swin& encoding, const Integer& query, int key);

/// A row of keys for a query.  Throws Error for an empty window, or of more than kMostTokens.
Chart chart(const Swin& encoding);
inline constexpr int kMostTokens = 1 << 16;

}  // namespace sextant
