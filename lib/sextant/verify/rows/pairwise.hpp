#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <span>
#include <vector>

#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/verify/rows/error_statistics.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Whether two numbers are the same to the last bit; a NaN is like nothing.
inline bool same_number(double a, double b) { return a == b && std::signbit(a) == std::signbit(b); }

/// Rows of two sources side by side.
struct PairedRows {
  std::uint64_t first = 0, last = 0;
  std::size_t columns = 0;
  std::span<const double> reference, mine;

  std::size_t at(std::uint64_t row, std::size_t column) const {
    return static_cast<std::size_t>(row - first) * columns + column;
  }
};

/// Two sources of one shape, block by block: `see(rows, result)` adds rows to a result, which is a
/// commutative monoid.  On all cores, or one row after the other where the reference is `in_order`.
template <class Result, class See>
Result pairwise(const Source& reference, const Source& mine, bool in_order, const See& see,
                const Progress& progress = {}) {
  std::atomic<std::uint64_t> done = 0;
  const auto block = [&](std::uint64_t first, std::uint64_t last, Result& result) {
    std::vector<double> his((last - first) * reference.columns);
    std::vector<double> my(his.size());
    reference.read(first, last - first, his);
    mine.read(first, last - first, my);
    see(PairedRows{first, last, reference.columns, his, my}, result);
    done += last - first;
    if (progress) progress(static_cast<double>(done) / static_cast<double>(mine.rows));
  };
  const std::uint64_t step = mine.block();
  if (!in_order) return measure::sweep<Result>(mine.rows, step, block);
  Result result;
  for (std::uint64_t first = 0; first < mine.rows; first += step)
    block(first, std::min(first + step, mine.rows), result);
  return result;
}

}  // namespace sextant::verify
