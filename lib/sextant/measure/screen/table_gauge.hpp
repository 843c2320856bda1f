#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "sextant/encoding/position/position.hpp"
#include "sextant/exact/table/rotations.hpp"
#include "sextant/exact/table/weave.hpp"
#include "sextant/measure/entry/rows.hpp"
#include "sextant/measure/screen/limits.hpp"
#include "sextant/measure/screen/screen.hpp"
#include "sextant/measure/screen/small_angles.hpp"

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

/// Measures tables in the bit patterns of their format: the same tally as RowGauge's where that
/// rounds to nearest, to the bit, but most entries are only looked at by vectors.
///                                                                     measures.md, (14) to (37)
class TableGauge {
 public:
  /// The oracle and the positions must outlive it.
  TableGauge(const exact::Oracle& oracle, const Format& format, const Positions& positions);

  /// Whether it can: charts of sines and cosines alone, in an order that vectors read, at positions
  /// in steps, in a format that vectors know.
  bool possible() const { return looks_.screen != nullptr; }

  /// Fills `elements` with the rows [first, first + count), one after the other, in this machine's
  /// order of bytes.
  using Read =
      std::function<void(std::uint64_t first, std::uint64_t count, std::span<std::byte> elements)>;
  /// Called with the rows done now and then, from any thread.
  using Done = std::function<void(std::uint64_t rows)>;

  /// Every row, on all cores; with a histogram where the beginning has one.
  Tally measure(const Read& read, const Done& done, const Histogram& beginning = {}) const;
  /// The same, but for what is counted in `classes`, which its histogram has yet to see: for
  /// several measurements one after the other.
  Tally measure(const Read& read, const Done& done, const Histogram& beginning,
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

  Tally seed(const Read& read) const;
  void run(std::uint64_t first, std::uint64_t last, const Read& read, const Done& done,
           Joint* classes, Tally& tally) const;
  void row(const Piece& piece, std::size_t row, Tally& tally) const;
  void met(Piece& piece, Tally& tally) const;
  void look(const exact::Sequence& rotations, const Piece& piece, LimitsOf& limits, Joint* classes,
            Tally& tally) const;
  void forget(std::size_t pair, Histogram& histogram) const;
  bool at_rest(const Piece& piece, const OpenPair& place) const;
  static bool above_exact(const Tally& tally);
  Elements elements(const Piece& piece, const exact::Panel& panel) const;
  void distances(const exact::Sequence& rotations, const Piece& piece, std::span<float> most) const;
  double value(const Piece& piece, std::size_t row, std::size_t channel) const;

  const exact::Oracle& oracle_;
  const Positions& positions_;
  Format format_;
  std::size_t element_;  ///< bytes
  std::size_t row_bytes_;
  RowGauge rows_;
  std::vector<bool> resting_;  ///< by pair: whether its frequency is 0, and the angle
  SmallAngles small_angles_;
  exact::Woven woven_;
  exact::Rotations rotations_;
  Looks looks_;
};

}  // namespace sextant::measure
