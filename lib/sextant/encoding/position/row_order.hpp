#pragma once

#include <optional>

#include "sextant/encoding/position/position.hpp"

namespace sextant {

/// How the positions of a table's rows go where nobody lists them.
///
///   ascending   first, first + 1, …
///   descending  n − 1, …, 1, 0 of n rows (Transformer-XL)
///   centred     T − 1, …, 0, …, −(T − 1) of 2T − 1 rows (ESPnet's relative positions)
enum class Direction { ascending, descending, centred };

struct RowOrder {
  Direction direction = Direction::ascending;
  Position first = 0;  ///< of ascending rows
};

/// The positions of `rows` rows, of which row 0 has position `first` if that is given.  Throws
/// Error if one is out of range, and for an even number of centred rows.
Positions positions(const RowOrder& order, std::uint64_t rows, std::optional<Position> first = {});

}  // namespace sextant
