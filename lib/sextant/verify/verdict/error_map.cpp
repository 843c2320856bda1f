#include "sextant/verify/verdict/error_map.hpp"

#include <algorithm>
#include <limits>

#include <tbb/parallel_for.h>

#include "sextant/measure/entry/rows.hpp"
#include "sextant/verify/accept/bounds_check.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kRowsLookedAt = 4;  // rows measured in a part, unless every row is measured

std::uint64_t parts_of(std::uint64_t all, std::uint64_t part) { return (all + part - 1) / part; }

/// A map whose errors are 0, with parts of `rows` rows and at most `across` parts side by side.
ErrorMap empty(const Source& source, std::uint64_t rows, std::size_t across) {
  ErrorMap map;
  map.rows = rows;
  map.columns = parts_of(source.columns, std::min(across, source.columns));
  map.across = parts_of(source.columns, map.columns);
  map.most.resize(parts_of(source.rows, rows) * map.across);
  return map;
}

/// Measures some rows of each part, including its first and its last row.
void measure_parts(const Source& source, const exact::Oracle& oracle, ErrorMap& map) {
  const measure::RowErrorMeter meter(oracle, source.format);
  tbb::parallel_for(std::size_t{0}, map.down(), [&](std::size_t part) {
    const std::uint64_t first = part * map.rows;
    const std::uint64_t count = std::min(map.rows, source.rows - first);
    const std::uint64_t sampled = std::min(count, kRowsLookedAt);
    std::vector<double> values(source.columns), off(source.columns);
    measure::ErrorStatistics statistics;
    for (std::uint64_t k = 0; k < sampled; ++k) {
      const std::uint64_t row = first + (sampled > 1 ? (count - 1) * k / (sampled - 1) : 0);
      source.read(row, 1, values);
      off.assign(source.columns, std::numeric_limits<double>::infinity());
      meter.measure(row, source.positions[row], values, statistics,
                    [&](std::size_t j, const measure::EntryError& e) { off[j] = e.absolute; });
      for (std::size_t j = 0; j < off.size(); ++j) {
        double& most = map.most[part * map.across + j / map.columns];
        most = std::max(most, off[j]);
      }
    }
  });
}

}  // namespace

ErrorMap error_map(const Source& source, const exact::Oracle& oracle, std::size_t down,
                   std::size_t across) {
  if (const auto bounds = profile(source, oracle, down * source.columns)) {
    ErrorMap map = empty(source, bounds->block, across);
    map.every_row = true;
    for (std::uint64_t block = 0; block < bounds->blocks(); ++block) {
      for (std::size_t j = 0; j < source.columns; ++j) {
        double& most = map.most[block * map.across + j / map.columns];
        most = std::max(most, bounds->at(block, j));
      }
    }
    return map;
  }
  ErrorMap map = empty(source, parts_of(source.rows, down), across);
  map.every_row = map.rows <= kRowsLookedAt;
  measure_parts(source, oracle, map);
  return map;
}

}  // namespace sextant::verify
