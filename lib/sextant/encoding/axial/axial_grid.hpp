#pragma once

#include <cstdint>
#include <string_view>

#include "sextant/encoding/position/position.hpp"

namespace sextant {

/// A coordinate of a token: of a film's frame, or of a patch in an image.
enum class Axis : unsigned char { time, height, width };

/// The rows of a table of a grid: frame by frame, line by line.
struct Grid {
  int frames = 1, height = 0, width = 0;
  int merge = 1;      ///< tokens go by squares of merge × merge, line by line in each
  int prefix = 0;     ///< rows of zeros that come first
  bool down = false;  ///< within a frame rows go down the columns

  bool operator==(const Grid&) const = default;
};

/// The coordinate of rows that are all zeros: no token's index.
inline constexpr Position kPrefix = -1;

/// How many rows a grid has.  Throws Error for sizes below 1, a grid of more than 2³¹ rows, and one
/// that merge does not divide.
std::uint64_t rows_of(const Grid& grid);

/// The size of a grid along an axis.  Throws Error where it is missing or below 1.
int size_of(const Grid& grid, Axis axis);

/// The index along an axis of every row.
Positions indices(const Grid& grid, Axis axis);

/// `time`, `height` or `width`, and its letter: `t`, `h`, `w`.
std::string_view name(Axis axis);
char letter(Axis axis);

}  // namespace sextant
