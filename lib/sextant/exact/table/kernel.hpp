#pragma once

#include <cstddef>
#include <vector>

#include "sextant/exact/table/block.hpp"

namespace sextant::exact {

/// The innermost loops of tables, compiled once for every vector target that the compiler knows and
/// chosen when a program runs.  All targets give the same bits, since every entry is the number
/// nearest to the truth, or is reported as open.                reports/derivations/table.md

/// A target's kernels for one format.
struct Kernel {
  const char* target = "";
  /// Whether products and sums are fused: `advance` needs that.
  bool fused = false;

  Shape (*shape)(ColumnPattern pattern) = nullptr;

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
