#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sextant/resample/rule.hpp"

namespace sextant::resample {

/// The cells of a grid go line by line.  A sequence has height 1.
struct Size {
  std::uint64_t height = 1, width = 1;
  bool sequence = false;  ///< it was given as one length

  std::uint64_t cells() const { return height * width; }
  bool operator==(const Size& other) const {
    return height == other.height && width == other.width;
  }
};

/// The size of an option: `HxW`, or `N` for a sequence.  Throws Error for other text, and for a
/// length of 0 or above 2¹⁶.
Size read_size(const std::string& text);
std::string to_text(const Size& size);

/// A factor of each axis that a program passes instead of sizes.
struct ScaleFactor {
  Rational height = 1, width = 1;
  bool operator==(const ScaleFactor&) const = default;
};

/// The factors of an option: one, or `Y,X`.  Throws Error for other text.
ScaleFactor read_scale_factor(const std::string& text);
std::string to_text(const ScaleFactor& factor);

/// How a table is made from a source with another grid.  First come `prefix` rows that are copied,
/// then the cells, then `padding` rows that repeat the first cell.
struct Resampling {
  Rule rule;
  Size from, to;
  std::optional<ScaleFactor> scale_factor = {};
  std::uint64_t prefix = 0, padding = 0;
  std::uint64_t skip = 0;    ///< rows of the source before its grid
  std::uint64_t merge = 1;   ///< cells come in squares of merge × merge
  bool down = false;         ///< rows of the table go column by column
  bool source_down = false;  ///< rows of the source go column by column
  /// Rows of the source from one line of its grid to the next; 0: the width of the grid.
  std::uint64_t stride = 0;

  std::uint64_t rows() const { return prefix + to.cells() + padding; }
  /// The number of rows of a source that ends with its grid.
  std::uint64_t source_rows() const {
    return skip + from.cells() + (stride == 0 ? 0 : (from.height - 1) * (stride - from.width));
  }
  bool operator==(const Resampling&) const = default;
};

/// Throws Error if the sizes do not agree with `merge` or with the scale factor.
void expect_sound(const Resampling& resampling);

/// For example `bicubic from 14x14 to 16x16, after 1 row copied`.
std::string words(const Resampling& resampling);

/// The cell of the result in a row; the first cell for a row of padding.  Rows of the prefix have
/// none.
struct GridCell {
  std::uint64_t y = 0, x = 0;
};
std::optional<GridCell> cell_of(const Resampling& resampling, std::uint64_t row);

/// The row of the source with a cell of its grid.
std::uint64_t source_row(const Resampling& resampling, const GridCell& cell);

}  // namespace sextant::resample
