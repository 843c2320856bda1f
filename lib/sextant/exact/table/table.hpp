#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "sextant/encoding/position/position.hpp"
#include "sextant/exact/entries.hpp"
#include "sextant/exact/table/rotations.hpp"
#include "sextant/exact/table/row_layout.hpp"
#include "sextant/exact/table/wanted.hpp"

namespace sextant::exact {

/// The destination of rows.
struct Target {
  std::byte* at = nullptr;  ///< the first row
  std::size_t stride =
      0;  ///< bytes from row to row: at least the bytes of a row; 0 means exactly those
  bool streamed = true;  ///< bypass the caches, for data that is not read again soon
};

/// A table in which every entry is the number of a format nearest to the true value, in that
/// format's little-endian bit patterns: float16, bfloat16, float32 or float64.
///
/// Rows come from rotations of 2·half rows about anchors.  Each entry has a proven error and a
/// rounding test (reports/derivations/table.md); the oracle decides the entries that the test
/// leaves open.  Rows of listed positions are such rows of a range that contains them, if it has at
/// most 64 times as many.  Other charts and positions, and a few channels in another order,
/// are computed entry by entry, with the same bits.  The bits do not depend on the vector target,
/// the number of threads, or the program's floating-point modes.
class ExactTable {
 public:
  /// Throws Error for any other format.
  ExactTable(Chart chart, const Format& format, Positions positions);

  const Oracle& oracle() const { return entries_.oracle(); }
  const Positions& positions() const { return positions_; }
  /// Bytes of a row.
  std::size_t row_bytes() const { return oracle().chart().width() * element_; }

  /// The entries of a call that no rotation decided: `asked` of them.
  struct Doubt {
    std::uint64_t asked = 0;
  };

  /// Writes the rows [first, first + count), on all cores.  Throws Error if the table lacks these
  /// rows, memory is null, the stride is less than a row, or an entry cannot be decided
  /// (reference.hpp).
  Doubt write(std::uint64_t first, std::uint64_t count, const Target& target) const;

 private:
  Target checked(std::uint64_t first, std::uint64_t count, Target target) const;
  std::vector<Points> chain(const Panel& panel, std::uint64_t row, std::uint64_t runs,
                            const Wanted* wanted) const;
  std::uint64_t write_listed(std::uint64_t first, std::uint64_t count, const Target& target) const;
  /// Rows of the grid [from, from + rows), to be written from `target` on; or, of listed positions,
  /// those that `wanted` has.
  std::uint64_t write_blocks(std::uint64_t from, std::uint64_t rows, const Target& target,
                             const Wanted* wanted) const;
  std::uint64_t run(const Panel& panel, Points at, std::uint64_t first, std::uint64_t count,
                    const Target& target, const Wanted* wanted) const;
  std::uint64_t write_rest(std::uint64_t first, const Rows& rows, std::size_t begin) const;
  std::uint64_t by_entry(Position position, std::byte* at) const;
  void clear_zero_rows(std::uint64_t first, std::uint64_t count, const Target& target) const;
  void put(Position position, std::size_t channel, const Oracle::Rounded& nearest,
           std::byte* row) const;
  void put(Position position, std::size_t channel, const Ball& ball, std::byte* row) const;

  Entries entries_;
  Format format_;
  Positions positions_;
  /// Of the rows of blocks: the positions, or a range that contains those listed, if there is one.
  std::optional<Positions> grid_;
  std::size_t element_;  ///< bytes
  std::vector<PairChannels> pairs_;
  RowLayout layout_;
  Rotations rotations_;  ///< empty: entry by entry
  /// Of the channels that kernels do not write: those with the same bits in every row, and others.
  std::vector<std::pair<std::size_t, std::uint64_t>> constants_;
  std::vector<std::size_t> alone_;
  bool is_alone(std::size_t channel) const {
    return std::binary_search(alone_.begin(), alone_.end(), channel);
  }
};

}  // namespace sextant::exact
