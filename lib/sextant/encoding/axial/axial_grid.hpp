#pragma once

#include <cstdint>
#include <string_view>

#include "sextant/encoding/position/position.hpp"

namespace sextant {

/// A coordinate of a token: the time of a video frame, the height or width of an image patch, or
/// the place in a text (length), which is 0 for all tokens of a grid; or a coordinate of a point.
/// In a grid x runs along the width, y along the height, and z along the frames.
enum class Axis : unsigned char { time, height, width, length, x, y, z };

/// Whether it is a coordinate of a point.
constexpr bool of_point(Axis axis) { return axis >= Axis::x; }

/// A grid of tokens.  The rows of its table go frame by frame, and in a frame line by line.
struct Grid {
  int frames = 1, height = 0, width = 0;
  int merge = 1;      ///< tokens come in squares of merge × merge; in a square, line by line
  int prefix = 0;     ///< rows of zeros before the tokens
  bool down = false;  ///< in a frame, rows go column by column

  bool operator==(const Grid&) const = default;
};

/// The coordinate of the prefix rows, which are all zeros.  No token has this index.
inline constexpr Position kPrefix = -1;

/// The number of rows of a grid.  Throws Error for a size below 1, a grid of more than 2³¹ rows, or
/// a size that `merge` does not divide.
std::uint64_t rows_of(const Grid& grid);

/// The size of a grid along an axis; 1 for length.  Throws Error if it is missing or below 1.
int size_of(const Grid& grid, Axis axis);

/// The index along an axis, for every row.
Positions indices(const Grid& grid, Axis axis);

/// `time`, `height`, `width`, `length`, `x`, `y` or `z`, and its letter: `t`, `h`, `w`, `l`, ….
std::string_view name(Axis axis);
char letter(Axis axis);

}  // namespace sextant
