#pragma once

#include "sextant/encoding/wave/axial.hpp"

namespace sextant {

/// The coordinate of rows that are all zeros: no token's index.
inline constexpr Position kPrefix = -1;

/// How many rows a grid has.  Throws Error for sizes below 1, a grid of more than 2³¹ rows, and one
/// that merge does not divide.
std::uint64_t rows_of(const Grid& grid);

/// The index along an axis of every row.
Positions indices(const Grid& grid, Axis axis);

/// The encoding of an axis, with what its coordinate is made of in `origin` and `scale`, but for
/// 2π.  Throws Error where that needs a size of the grid, and there is none.
Encoding located(const Axial& encoding, Axis axis, Encoding own);

/// Multiplies frequencies by the 2π that the coordinate has, if it has.
void turn(const Axial& encoding, Waves& waves);

/// `time`, `height` or `width`, and its letter: `t`, `h`, `w`.
std::string_view name(Axis axis);
char letter(Axis axis);

}  // namespace sextant
