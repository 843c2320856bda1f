#pragma once

#include <cstddef>
#include <vector>

#include "sextant/exact/table/block.hpp"

namespace sextant::exact {

/// The innermost loops of tables, compiled once for every vector target of the compiler and
/// selected at run time.  All targets give the same bits: every entry is the number nearest to the
/// true value, or is reported as open.                                 reports/derivations/table.md

/// A target's kernels for one format.
struct Kernel {
  const char* target = "";
  /// Whether products and sums are fused; `arcs` and `advance` need it.
  bool fused = false;

  Shape (*shape)(ColumnPattern pattern) = nullptr;

  /// Replaces arcs of at most 1/2048 turn by their points: two runs [high, low], in units of 2⁻⁶⁴
  /// turn, by the runs of `advance`.  The errors are at most 2⁻¹⁰⁴.
  ///                                                                                 table.md, (13)
  void (*arcs)(double* z, std::size_t count) = nullptr;

  /// Multiplies points z = x + iy by rotations r of the same form: slot by slot, in four runs [x
  /// high, x low, y high, y low] of `count` each.  A step adds an error of at most 2⁻¹⁰³.
  ///                                                                                  table.md, (7)
  void (*advance)(double* z, const double* r, std::size_t count) = nullptr;

  /// Rearranges points, multiplied by 2^scale, for `block`, tile by tile.
  void (*pack)(const double* z, std::size_t count, int scale, double* packed) = nullptr;

  /// Writes one block of rows, and appends the places that it leaves open.
  void (*block)(const Angles& angles, const Rows& rows, std::vector<Open>& open) = nullptr;
};

/// The kernels for float16, bfloat16, float32 or float64, chosen by precision, for the best vector
/// target of this machine (among those that hwy::SetSupportedTargetsForTest allows).
Kernel kernel(int precision);

}  // namespace sextant::exact
