#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/verify/observation/expected.hpp"
#include "sextant/verify/rows/index_ranges.hpp"

namespace sextant::verify {

/// Rows and columns whose entries differ from the expected ones.
struct Area {
  IndexRanges rows, columns;
  std::uint64_t differ = 0;  ///< number of the area's entries that differ

  std::uint64_t entries() const { return rows.count() * columns.count(); }
};

/// The entries of a table that differ from the expected ones.
struct Disagreement {
  std::uint64_t rows = 0, columns = 0;
  std::uint64_t differ = 0;
  std::vector<Area> areas;      ///< at most two areas
  std::uint64_t scattered = 0;  ///< number of differing entries outside the areas
  std::vector<std::pair<std::uint64_t, std::size_t>> places;  ///< row and column of the first few

  std::uint64_t entries() const { return rows * columns; }
};

/// Finds the differing entries in at most four passes over all rows, and counts them.  Areas begin
/// and end at multiples of `lines` rows.  The memory needed does not depend on the number of rows.
Disagreement disagreement(const ComparedRows& rows, std::uint64_t lines = 1);

/// The result of comparing an entry; `unknown` if its tolerance is uninformative.
enum class Mark : char { agrees, differs, unknown };

/// Calls see(row, marks, result) with the marks of every row, on all cores.  Results are merged in
/// the order of rows.
template <class Result, class See>
Result sweep_marks(const ComparedRows& rows, const See& see) {
  return measure::sweep<Result>(
      rows.rows, rows.block(), [&](std::uint64_t first, std::uint64_t last, Result& result) {
        const std::size_t n = (last - first) * rows.columns;
        std::vector<double> got(n), want(n), within(n);
        std::vector<Mark> marks(rows.columns);
        rows.read(first, last - first, got, want, within);
        for (std::size_t k = 0; k < n; ++k) {
          marks[k % rows.columns] = disagrees(got[k], want[k], within[k], rows.format)
                                        ? Mark::differs
                                    : is_informative(within[k]) ? Mark::agrees
                                                                : Mark::unknown;
          if ((k + 1) % rows.columns == 0) see(first + k / rows.columns, marks, result);
        }
      });
}

}  // namespace sextant::verify
