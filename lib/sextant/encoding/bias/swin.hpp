#pragma once

#include <array>
#include <cstdint>

#include "sextant/encoding/real/expression.hpp"

namespace sextant {

struct Chart;

/// The relative position index of a window (Swin, Liu et al. 2021; Video Swin, BEiT).  Tokens go
/// frame by frame and row by row from the upper left.  With Δ = q − k, the index of token q against
/// token k is
///
///   (Δt + frames − 1)·(2·height − 1)·(2·width − 1) + (Δy + height − 1)·(2·width − 1) + Δx + width
///   − 1
///
/// With a class token, which is token 0, the table has three more rows: the class token as query
/// has the first, other tokens against it the second, and the class token against itself the third.
struct Swin {
  int frames = 1;
  int height = 7, width = 7;
  bool class_token = false;

  bool operator==(const Swin&) const = default;
  int tokens() const { return frames * height * width + (class_token ? 1 : 0); }
  /// The number of different indices without those of the class token.
  int offsets() const { return (2 * frames - 1) * (2 * height - 1) * (2 * width - 1); }
};

/// An index as a program may compute it: middle + strides·Δ.
struct SwinForm {
  Swin of;
  std::array<std::int64_t, 3> strides = {};     ///< of frames, rows and columns
  std::int64_t middle = 0;                      ///< of a token against itself
  std::array<std::int64_t, 3> class_rows = {};  ///< of queries, of keys, of both
  bool down = false;                            ///< tokens go column by column in each frame

  bool operator==(const SwinForm&) const = default;
};

/// The right form of an index.
SwinForm form(const Swin& encoding);

/// The index of token `query` against token `key`.  Throws Error for a query outside the window.
Integer cell(const SwinForm& index, const Integer& query, int key);

/// A row for each query, with a column for each key.  Throws Error for an empty window or for more
/// than kMostTokens tokens.
Chart chart(const Swin& encoding);
inline constexpr int kMostTokens = 1 << 16;

/// The coordinates that the network of Swin v2 (Liu et al. 2022) computes biases from, one row for
/// each offset (Δy, Δx) of a window, from (1 − height, 1 − width) on, row by row.  The columns are
/// y and x.  With m = pretrained_window, or the size of the axis if that is 0,
///
///   x = 8·Δ/(m − 1),      sign(x)·log₂(1 + |x|)/log₂ 8
///
/// An axis of size 1 has the coordinate 0.
struct SwinCoordinates {
  int height = 8, width = 8;
  int pretrained_window = 0;

  bool operator==(const SwinCoordinates&) const = default;
  int rows() const { return (2 * height - 1) * (2 * width - 1); }
};

/// Coordinates as a program may compute them: sign(x)·ln(1 + |x|)/ln base, x = factor·Δ/divisor.
struct SwinCoordinatesForm {
  SwinCoordinates of;
  Rational factor = 8;
  std::array<int, 2> divisors = {1, 1};  ///< of y and x
  int base = 8;                          ///< of the logarithm; 0: e
  bool swapped = false;                  ///< x comes first

  bool operator==(const SwinCoordinatesForm&) const = default;
};

/// The right form of the coordinates.  Throws Error for a window whose sides are not in 1 … 2¹⁴, or
/// a pretrained window that is neither 0 nor in 2 … 2¹⁴.
SwinCoordinatesForm form(const SwinCoordinates& encoding);

/// The number x of a row and column.  Throws Error for a row outside the table.
Rational offset(const SwinCoordinatesForm& form, const Integer& row, int column);

/// The coordinate of a row and column.
Expression cell(const SwinCoordinatesForm& form, const Integer& row, int column);

/// A row for each offset, with two columns.
Chart chart(const SwinCoordinates& encoding);

}  // namespace sextant
