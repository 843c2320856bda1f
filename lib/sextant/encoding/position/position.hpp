#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/encoding/real/rational.hpp"

namespace sextant {

/// A position is an integer in [−2⁶³, 2⁶³], both ends included: 64 bits cannot hold them all.
__extension__ typedef __int128 Position;

inline constexpr Position kLargestPosition = Position{1} << 63;

/// Reads an integer as parse_rational does.  Throws Error if it is not an integer or out of range.
Position parse_position(std::string_view text);
Position to_position(const Rational& value);

/// The decimal or fraction position/parts.
std::string to_text(Position position, std::uint64_t parts = 1);
Rational to_rational(Position position);

/// |position|, at most 2⁶³.
constexpr std::uint64_t magnitude(Position position) {
  return static_cast<std::uint64_t>(position < 0 ? -position : position);
}

/// The positions of a table's rows.  They are first, first + step, … (`count` of them, written
/// `A:B` or `A:B:STEP`, half-open, step ≠ 0), or a list of any positions.  If some are not
/// integers, all of them count units of 1/parts: 0:2:1/2 is 0, 1, 2, 3 in halves.
///
/// Or they are all float32 numbers of a range, `float32:A:B`, in units of the first number's last
/// place.  In these units that number has 24 bits.  In its binade the step is 1, in the next ones
/// 2, 4, ….
struct Positions {
  Position first = 0;
  std::uint64_t count = 0;
  std::int64_t step = 1;
  std::shared_ptr<const std::vector<Position>> listed = nullptr;
  std::uint64_t parts = 1;
  bool float32 = false;

  /// The position of a row.  Rows are below `count`.
  Position operator[](std::uint64_t row) const {
    if (float32) return static_cast<Position>(kBinade + ahead(row) % kBinade) * step_at(row);
    return listed ? (*listed)[row] : first + static_cast<Position>(row) * step;
  }
  /// The difference to the next row's position, for positions that are not listed.  Float32 numbers
  /// have a constant step in each binade.
  std::int64_t step_at(std::uint64_t row) const {
    return float32 ? std::int64_t{1} << (ahead(row) / kBinade) : step;
  }

  /// Reads `A:B[:STEP]`, which may be fractions.  Throws Error for an empty range, a zero step, or
  /// positions beyond 2⁶³ units.
  static Positions parse(std::string_view text);
  /// Also reads `float32:A:B`, 2⁻³⁹ ≤ A, over at most 40 binades.
  static Positions parse_any(std::string_view text);
  /// `count` positions from `first` on.  Throws Error if the last one is out of range.
  static Positions from(Position first, std::uint64_t count);
  /// Listed positions.  Throws Error if there are none.
  static Positions of(std::vector<Position> positions, std::uint64_t parts = 1);

  std::string text() const;

 private:
  static constexpr std::uint64_t kBinade = std::uint64_t{1} << 23;

  /// How many float32 numbers lie between the start of the first number's binade and a row's
  /// number.
  std::uint64_t ahead(std::uint64_t row) const {
    return static_cast<std::uint64_t>(first) - kBinade + row;
  }
};

}  // namespace sextant
