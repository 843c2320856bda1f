#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "sextant/encoding/position/position.hpp"
#include "sextant/exact/table/rotations.hpp"
#include "sextant/exact/table/row_layout.hpp"
#include "sextant/measure/entry/rows.hpp"
#include "sextant/measure/prefilter/limits.hpp"
#include "sextant/measure/prefilter/prefilter.hpp"
#include "sextant/measure/prefilter/small_angles.hpp"

namespace sextant::measure {

/// Upper bounds of |entry − truth| over the rows of a block, column by column; infinite where an
/// entry is no number.  64 MiB at most, whatever the length of the table: longer blocks then.
struct Profile {
  static constexpr std::uint64_t kMost = std::uint64_t{1} << 24;

  std::uint64_t block = 0;  ///< rows
  std::size_t columns = 0;
  std::vector<float> most;

  std::uint64_t blocks() const { return most.size() / columns; }
  double at(std::uint64_t block_number, std::size_t column) const {
    return static_cast<double>(most[block_number * columns + column]);
  }
};

class Joints;  // joints.hpp

/// Measures tables in the bit patterns of their format.  The statistics equal those of
/// RowErrorMeter that rounds to nearest, to the bit; most entries need the vector prefilter only.
///                                                                     measures.md, (14) to (37)
class TableErrorMeter {
 public:
  /// The oracle and the positions must outlive it.
  TableErrorMeter(const exact::Oracle& oracle, const Format& format, const Positions& positions);

  /// Whether it can measure: the chart has sines and cosines alone, vectors can read its layout and
  /// format, and positions have a constant step.
  bool possible() const { return prefilter_.classify != nullptr; }

  /// Fills `elements` with the rows [first, first + count), one after the other, in this machine's
  /// order of bytes.
  using Read =
      std::function<void(std::uint64_t first, std::uint64_t count, std::span<std::byte> elements)>;
  /// Called with the rows done now and then, from any thread.
  using Done = std::function<void(std::uint64_t rows)>;

  /// Every row, on all cores; with a histogram if `beginning` has one.
  ErrorStatistics measure(const Read& read, const Done& done,
                          const Histogram& beginning = {}) const;
  /// The same, but for what is counted in `classes`, which its histogram has yet to see: for
  /// several measurements one after the other.
  ErrorStatistics measure(const Read& read, const Done& done, const Histogram& beginning,
                          Joints& classes) const;

  /// An upper bound of `absolute` in every column of every block, on all cores; so many bounds at
  /// most, or those of one block.
  Profile profile(const Read& read, std::uint64_t most) const;

 private:
  /// Rows of a table in memory, some of a block's.
  struct Piece {
    const std::byte* at = nullptr;
    std::uint64_t row = 0;  ///< of the table, the first one here
    std::size_t begin = 0, end = 0;
  };

  /// A run's first anchors cost about as much as looking at this many blocks.
  static constexpr std::uint64_t kBlocksOfRun = 64;

  /// Calls visit(piece, rotations) for the blocks of rows [first, last).
  using Visit = std::function<void(const Piece& piece, const exact::Sequence& rotations)>;
  void blocks(std::uint64_t first, std::uint64_t last, const Read& read, const Visit& visit) const;

  ErrorStatistics seed(const Read& read) const;
  void run(std::uint64_t first, std::uint64_t last, const Read& read, const Done& done,
           Joint* classes, ErrorStatistics& statistics) const;
  void row(const Piece& piece, std::size_t row, ErrorStatistics& statistics) const;
  void met(Piece& piece, ErrorStatistics& statistics) const;
  void prefilter_rows(const exact::Sequence& rotations, const Piece& piece, LimitsOf& limits,
                      Joint* classes, ErrorStatistics& statistics) const;
  void forget(std::size_t pair, Histogram& histogram) const;
  bool at_rest(const Piece& piece, const OpenPair& place) const;
  static bool above_exact(const ErrorStatistics& statistics);
  Elements elements(const Piece& piece, const exact::Panel& panel) const;
  void distances(const exact::Sequence& rotations, const Piece& piece, std::span<float> most) const;
  double value(const Piece& piece, std::size_t row, std::size_t channel) const;

  const exact::Oracle& oracle_;
  const Positions& positions_;
  Format format_;
  std::size_t element_;  ///< bytes
  std::size_t row_bytes_;
  RowErrorMeter rows_;
  std::vector<bool> resting_;  ///< by pair: whether its frequency is 0, and the angle
  SmallAngles small_angles_;
  exact::RowLayout layout_;
  exact::Rotations rotations_;
  Prefilter prefilter_;
};

}  // namespace sextant::measure
