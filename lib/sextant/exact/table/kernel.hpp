#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sextant::exact {

/// The innermost loops of tables, compiled once for every vector target that the compiler knows and
/// chosen when a program runs.  All targets give the same bits, since every entry is the number
/// nearest to the truth, or is reported as open.                reports/derivations/table.md

/// How the sine x and the cosine y of a pair lie in a row.
enum class Weave : unsigned char {
  sine_cosine,    ///< x y x y …
  cosine_sine,    ///< y x y x …
  sine_sine,      ///< x x x x …
  cosine_cosine,  ///< y y y y …
  apart,          ///< runs of x, and runs of y
  sines,          ///< runs of x alone
  cosines         ///< runs of y alone
};

/// Pairs are computed in tiles of `tile`, padded; `order[slot]` is the pair of a tile that stands
/// in a slot.  A pair takes `doubles` numbers in what `pack` makes.
struct Shape {
  std::size_t tile = 0;
  std::size_t doubles = 0;
  std::vector<std::size_t> order;
};

/// Where the angles of a block of rows A ± (j + ½)·step, 0 ≤ j < half, come from.
struct Angles {
  const double* anchors = nullptr;  ///< A, packed
  const double* offsets = nullptr;  ///< (j + ½)·step, packed: by j, then by tile
  std::size_t tiles = 0;            ///< at most kMostTiles
  std::size_t half = 0;             ///< at most kMostHalf
};

/// Where the rows of a block go: row r, r < count, to at + r·stride.
struct Rows {
  std::byte* at = nullptr;
  std::size_t stride = 0;  ///< bytes from row to row
  std::size_t count = 0;
  std::size_t pairs = 0;  ///< that are really there
  Weave weave = Weave::sine_cosine;
  std::vector<std::size_t> sines, cosines;  ///< the byte offsets of the runs, if there are runs
  bool streamed = false;                    ///< past the caches
};

/// A place that the rounding test left open: row of the block, pair, and function.
struct Open {
  std::uint32_t row = 0;
  std::uint32_t pair = 0;
  bool cosine = false;
};

/// A target's kernels for one format.
struct Kernel {
  const char* target = "";
  /// Whether products and sums are fused: `advance` needs that.
  bool fused = false;

  Shape (*shape)(Weave weave) = nullptr;

  /// Points z = x + iy, slot by slot in four runs [x high, x low, y high, y low] of `count` each,
  /// times the rotations r of the same form.  Off by 2⁻¹⁰³ a step.           table.md, (7)
  void (*advance)(double* z, const double* r, std::size_t count) = nullptr;

  /// Points as `block` wants them, tile by tile.
  void (*pack)(const double* z, std::size_t count, double* packed) = nullptr;

  /// One block of rows; places left open are appended.
  void (*block)(const Angles& angles, const Rows& rows, std::vector<Open>& open) = nullptr;
};

/// The kernels of the best target of this machine (of those that hwy::SetSupportedTargetsForTest
/// leaves) for float16, bfloat16, float32 or float64, told apart by their precision.
Kernel kernel(int precision);

}  // namespace sextant::exact
