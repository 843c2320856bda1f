#include "sextant/verify/compare/table_diff.hpp"

#include <cmath>
#include <tuple>

#include "sextant/verify/rows/pairwise.hpp"

namespace sextant::verify {
namespace {

bool before(const EntryDifference& a, const EntryDifference& b) {
  return std::tie(a.position, a.channel, a.row) < std::tie(b.position, b.channel, b.row);
}

void keep_first(std::optional<EntryDifference>& kept, const EntryDifference& at) {
  if (!kept || std::tie(at.row, at.channel) < std::tie(kept->row, kept->channel)) kept = at;
}

void keep_largest(std::optional<EntryDifference>& kept, const EntryDifference& at) {
  const double size = std::abs(at.difference());
  const double known = kept ? std::abs(kept->difference()) : -1;
  if (size > known || (size == known && before(at, *kept))) kept = at;
}

}  // namespace

void TableDiff::differ(const EntryDifference& at) {
  ++differing;
  keep_first(first, at);
  if (std::isfinite(at.reference) && std::isfinite(at.mine)) {
    keep_largest(largest, at);
  } else {
    ++not_finite;
  }
}

void TableDiff::merge(const TableDiff& other) {
  entries += other.entries;
  differing += other.differing;
  not_finite += other.not_finite;
  if (other.largest) keep_largest(largest, *other.largest);
  if (other.first) keep_first(first, *other.first);
}

TableDiff table_diff(const Source& reference, const Source& mine, bool in_order,
                     const Progress& progress) {
  return pairwise<TableDiff>(
      reference, mine, in_order,
      [&](const PairedRows& rows, TableDiff& result) {
        for (std::uint64_t row = rows.first; row < rows.last; ++row) {
          for (std::size_t j = 0; j < rows.columns; ++j) {
            const double his = rows.reference[rows.at(row, j)];
            const double my = rows.mine[rows.at(row, j)];
            if (!same_number(his, my)) result.differ({row, mine.positions[row], j, his, my});
          }
        }
        result.entries += rows.mine.size();
      },
      progress);
}

}  // namespace sextant::verify
