#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/encoding/real/rational.hpp"

namespace sextant {

/// A position is an integer in [−2⁶³, 2⁶³].  Both ends belong, so 64 bits do not hold it.
__extension__ typedef __int128 Position;

inline constexpr Position kLargestPosition = Position{1} << 63;

/// Reads an integer as parse_rational does; throws Error if it is no integer or out of range.
Position parse_position(std::string_view text);
Position to_position(const Rational& value);

/// A position that counts parts of 1/parts of one, as the number it is.
std::string to_text(Position position, std::uint64_t parts = 1);
Rational to_rational(Position position);

/// |position| fits: 2⁶³ is the largest.
constexpr std::uint64_t magnitude(Position position) {
  return static_cast<std::uint64_t>(position < 0 ? -position : position);
}

/// The positions of a table's rows: first, first + step, … (`count` of them, written `A:B` or
/// `A:B:STEP`, half-open, step ≠ 0), or any others, listed one by one.  Where some are no integers,
/// all of them count parts of 1/parts of a position: 0:2:1/2 is 0, 1, 2, 3 in halves.
///
/// Or all numbers of float32 of a range, `float32:A:B`: in parts of the unit in the last place of
/// the first one, which has 24 bits then, the next 2²³ of them are a step of 1 apart, at most, and
/// those after them one of 2, 4, …
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
  /// What is between a row and the next one, where they are not listed.  Numbers of float32 have
  /// one step from a power of two to the next.
  std::int64_t step_at(std::uint64_t row) const {
    return float32 ? std::int64_t{1} << (ahead(row) / kBinade) : step;
  }

  /// Reads `A:B[:STEP]`, of any numbers; throws Error for an empty range, a zero step, or ends out
  /// of range, which is 2⁶³ parts.
  static Positions parse(std::string_view text);
  /// Reads `float32:A:B` too, 2⁻³⁹ ≤ A, over 40 binades at most.
  static Positions parse_any(std::string_view text);
  /// `count` positions from `first` on; throws Error if the last one is out of range.
  static Positions from(Position first, std::uint64_t count);
  /// Listed ones; throws Error if there are none.
  static Positions of(std::vector<Position> positions, std::uint64_t parts = 1);

  std::string text() const;

 private:
  static constexpr std::uint64_t kBinade = std::uint64_t{1} << 23;

  /// Numbers of float32 from the first of its binade to a row's.
  std::uint64_t ahead(std::uint64_t row) const {
    return static_cast<std::uint64_t>(first) - kBinade + row;
  }
};

}  // namespace sextant
