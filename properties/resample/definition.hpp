#pragma once

#include <cstdint>
#include <vector>

#include "sextant/resample/resampling.hpp"

namespace sextant::resample {

/// A grid of rational numbers.
struct Grid {
  std::uint64_t height = 1, width = 1;
  std::vector<Rational> cells;

  const Rational& at(std::uint64_t y, std::uint64_t x) const { return cells[y * width + x]; }
  Rational& at(std::uint64_t y, std::uint64_t x) { return cells[y * width + x]; }
};

/// A second implementation, written from the formulas of resampling.md alone: every output cell is
/// a sum over all cells of a source that is continued far beyond its edges.  Slow.
Grid resampled(const Grid& source, const Rule& rule, const Size& to);

}  // namespace sextant::resample
