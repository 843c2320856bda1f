#pragma once

#include <map>
#include <optional>
#include <vector>

#include "sextant/exact/evaluate.hpp"
#include "sextant/exact/reference.hpp"
#include "sextant/proof/rows/repeats.hpp"

namespace sextant::proof {

/// A row by the slow oracle, without tables and fast enclosures.
inline std::vector<double> slow_row(const Chart& settled, const Format& format, Position position) {
  std::vector<double> row;
  for (const Channel& channel : settled.channels) {
    const auto nearest = exact::nearest(format, settled.waves, to_rational(position), channel);
    row.push_back(to_double(nearest.number) + 0.0);
  }
  return row;
}

/// Repeats by the definition: every row against all earlier ones.
inline Repeats slow_repeats(const Encoding& encoding, const Format& format, Position rows) {
  const Chart settled = exact::settled(chart(encoding));
  std::map<std::vector<double>, Position> seen;
  Repeats result;
  for (Position p = 0; p < rows; ++p) {
    const auto [at, is_new] = seen.emplace(slow_row(settled, format, p), p);
    if (is_new) continue;
    ++result.count;
    if (!result.first) result.first = Collision{at->second, p};
  }
  return result;
}

}  // namespace sextant::proof
