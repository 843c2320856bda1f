#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sextant::exact {

/// The columns of the sine x and the cosine y of a pair in a row.
enum class ColumnPattern : unsigned char {
  sine_cosine,    ///< x y x y …
  cosine_sine,    ///< y x y x …
  sine_sine,      ///< x x x x …
  cosine_cosine,  ///< y y y y …
  apart,          ///< runs of x, and runs of y
  sines,          ///< runs of x alone
  cosines         ///< runs of y alone
};

/// Pairs are computed in tiles of `tile`, padded; `order[slot]` is the pair of a tile in a slot.  A
/// pair takes `doubles` numbers in the output of `pack`.
struct Shape {
  std::size_t tile = 0;
  std::size_t doubles = 0;
  std::vector<std::size_t> order;
};

/// The angles of a block of rows A ± (j + ½)·step, 0 ≤ j < half.
struct Angles {
  const double* anchors = nullptr;  ///< A, packed
  const double* offsets = nullptr;  ///< (j + ½)·step, packed: by j, then by tile
  std::size_t tiles = 0;            ///< at most kMostTiles
  std::size_t half = 0;             ///< at most kMostHalf
  int scale = 0;  ///< offsets are multiplied by 2^scale, 0 ≤ scale ≤ kMostScale
};

/// The destination of a block's rows: row r, r < count, is written to at + r·stride; or, if there
/// is a list, to list[r], unless that is null.
struct Rows {
  std::byte* at = nullptr;
  std::size_t stride = 0;  ///< bytes from row to row
  std::size_t count = 0;
  std::byte* const* list = nullptr;
  std::size_t pairs = 0;                          ///< without padding
  bool lacks_sine = false, lacks_cosine = false;  ///< of the last pair
  ColumnPattern pattern = ColumnPattern::sine_cosine;
  std::vector<std::size_t> sines, cosines;  ///< the byte offsets of the runs, if there are runs
  bool streamed = false;                    ///< with stores that bypass the caches

  bool wants(std::size_t row) const { return row < count && (list == nullptr || list[row]); }
  /// Of a row that is wanted.
  std::byte* to(std::size_t row) const { return list != nullptr ? list[row] : at + row * stride; }
};

/// A place that the rounding test did not decide: row of the block, pair, and function.
struct Open {
  std::uint32_t row = 0;
  std::uint32_t pair = 0;
  bool cosine = false;
};

}  // namespace sextant::exact
