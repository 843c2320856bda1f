#pragma once

#include <functional>
#include <optional>
#include <span>

#include "sextant/encoding/position.hpp"
#include "sextant/exact/table/rotations.hpp"
#include "sextant/exact/table/weave.hpp"
#include "sextant/measure/limits.hpp"
#include "sextant/measure/rows.hpp"
#include "sextant/measure/screen.hpp"

namespace sextant::measure {

/// Measures tables in the bit patterns of their format: the same tally as RowGauge's, to the bit,
/// but most entries are only looked at by vectors.                  measures.md, (14) to (19)
class TableGauge {
 public:
  /// The oracle and the positions must outlive it.
  TableGauge(const exact::Oracle& oracle, const Format& format, const Positions& positions);

  /// Whether it can: charts of sines and cosines alone, in an order that vectors read, at positions
  /// in steps, in a format of 24 bits at most.
  bool possible() const { return screen_ != nullptr; }

  /// Fills `elements` with the rows [first, first + count), one after the other, in this machine's
  /// order of bytes.
  using Read =
      std::function<void(std::uint64_t first, std::uint64_t count, std::span<std::byte> elements)>;
  /// Called with the rows done now and then, from any thread.
  using Done = std::function<void(std::uint64_t rows)>;

  /// Every row, on all cores.
  Tally measure(const Read& read, const Done& done) const;

 private:
  /// Rows of a table in memory, some of a block's.
  struct Piece {
    const std::byte* at = nullptr;
    std::uint64_t row = 0;  ///< of the table, the first one here
    std::size_t begin = 0, end = 0;
  };

  Tally seed(const Read& read) const;
  void run(std::uint64_t first, std::uint64_t last, const Read& read, const Done& done,
           Tally& tally) const;
  void row(const Piece& piece, std::size_t row, Tally& tally) const;
  void met(Piece& piece, Tally& tally) const;
  void look(const exact::Rotations::Run& rotations, const Piece& piece, LimitsOf& limits,
            Tally& tally) const;
  double value(const Piece& piece, std::size_t row, std::size_t channel) const;

  const exact::Oracle& oracle_;
  const Positions& positions_;
  Format format_;
  std::size_t element_;  ///< bytes
  std::size_t row_bytes_;
  RowGauge rows_;
  exact::Woven woven_;
  exact::Rotations rotations_;
  Screen screen_ = nullptr;
};

}  // namespace sextant::measure
