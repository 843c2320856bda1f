#pragma once

#include <cstdint>

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

namespace sextant::measure {

/// Folds `count` rows into one result on all cores. fold(first, last, result) adds the rows [first,
/// last) to a result, and merge(other) joins results.  A result must be a commutative monoid, so
/// that it depends neither on the number of threads nor on the blocks.
template <class Result, class Fold>
Result sweep(std::uint64_t count, std::uint64_t block, const Fold& fold) {
  return tbb::parallel_reduce(
      tbb::blocked_range<std::uint64_t>(0, count, block), Result{},
      [&](const tbb::blocked_range<std::uint64_t>& rows, Result result) {
        for (std::uint64_t first = rows.begin(); first < rows.end(); first += block) {
          fold(first, std::min(first + block, rows.end()), result);
        }
        return result;
      },
      [](Result a, const Result& b) {
        a.merge(b);
        return a;
      });
}

}  // namespace sextant::measure
