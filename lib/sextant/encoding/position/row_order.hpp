#pragma once

#include <optional>

#include "sextant/encoding/position/position.hpp"

namespace sextant {

/// The order of a table's rows if their positions are not listed.
///
///   ascending   first, first + 1, …
///   descending  n − 1, …, 1, 0 of n rows (Transformer-XL)
///   centred     T − 1, …, 0, …, −(T − 1) of 2T − 1 rows (ESPnet's relative positions)
enum class Direction { ascending, descending, centred };

struct RowOrder {
  Direction direction = Direction::ascending;
  Position first = 0;  ///< for ascending rows
};

/// The positions of `rows` rows.  `first` is the position of row 0; by default the order sets it.
/// Throws Error if a position is out of range, or for an even number of centred rows without
/// `first`.
Positions positions(const RowOrder& order, std::uint64_t rows, std::optional<Position> first = {});

}  // namespace sextant
