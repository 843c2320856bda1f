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

/// Upper bounds of |entry − truth| by block of rows and column; infinite if an entry is not finite.
/// It takes at most 64 MiB, because longer tables have longer blocks.
struct Profile {
  static constexpr std::uint64_t kMost = std::uint64_t{1} << 23;

  std::uint64_t block = 0;  ///< rows
  std::size_t columns = 0;
  std::vector<float> most;
  /// Upper bounds of the distance of the truth from the reals that are rounded to the entry; in
  /// float64, those of |entry − truth|.
  std::vector<float> excess;

  std::uint64_t blocks() const { return most.size() / columns; }
  double at(std::uint64_t block_number, std::size_t column) const {
    return static_cast<double>(most[block_number * columns + column]);
  }
  double excess_at(std::uint64_t block_number, std::size_t column) const {
    return static_cast<double>(excess[block_number * columns + column]);
  }
};

class Joints;  // joints.hpp

/// Measures tables of bit patterns.  The statistics equal those of RowErrorMeter to the bit.  Most
/// entries need only the vector prefilter. measures.md, (14) to (37)
class TableErrorMeter {
 public:
  /// The oracle and the positions must outlive it.
  TableErrorMeter(const exact::Oracle& oracle, const Format& format, const Positions& positions);

  /// Whether it can measure.  The chart must have only sines and cosines in a layout and format
  /// that vectors can read, and the positions must have a constant step.
  bool possible() const { return prefilter_.classify != nullptr; }

  /// Fills `elements` with the rows [first, first + count), row by row, in this machine's byte
  /// order.
  using Read =
      std::function<void(std::uint64_t first, std::uint64_t count, std::span<std::byte> elements)>;
  /// Called with the rows done now and then, from any thread.
  using Done = std::function<void(std::uint64_t rows)>;

  /// Measures every row on all cores; with a histogram if `beginning` has channels.
  ErrorStatistics measure(const Read& read, const Done& done,
                          const Histogram& beginning = {}) const;
  /// The same, but its histogram lacks the counts in `classes`: the caller adds them after several
  /// measurements.
  ErrorStatistics measure(const Read& read, const Done& done, const Histogram& beginning,
                          Joints& classes) const;

  /// The profile of a table, on all cores.  It makes the blocks longer until each list has at most
  /// `most` bounds, or there is only one block.
  Profile profile(const Read& read, std::uint64_t most) const;

 private:
  /// Rows [begin, end) of a block in memory.
  struct Piece {
    const std::byte* at = nullptr;
    std::uint64_t row = 0;  ///< the table's row at `at`
    std::size_t begin = 0, end = 0;
  };

  /// The first anchors of a run cost about as much as the prefilter of this many blocks.
  static constexpr std::uint64_t kBlocksOfRun = 64;

  /// Called with each block of rows [first, last), and its rotations.
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
  void distances(const exact::Sequence& rotations, const Piece& piece, std::span<float> most,
                 std::span<float> excess) const;
  double value(const Piece& piece, std::size_t row, std::size_t channel) const;

  const exact::Oracle& oracle_;
  const Positions& positions_;
  Format format_;
  std::size_t element_;  ///< bytes
  std::size_t row_bytes_;
  RowErrorMeter rows_;
  std::vector<bool> resting_;  ///< by pair: whether its angle is always 0
  SmallAngles small_angles_;
  exact::RowLayout layout_;
  exact::Rotations rotations_;
  Prefilter prefilter_;
};

}  // namespace sextant::measure
