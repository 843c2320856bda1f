#pragma once

#include <optional>
#include <vector>

#include "sextant/encoding/axial/axial.hpp"
#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/position/row_order.hpp"
#include "sextant/recipe/library/library.hpp"
#include "sextant/verify/rows/deadline.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::verify {

/// The deadline of a search that begins now and may take this time.  Throws Error if the search
/// decides whether the table passes.
Deadline deadline_after(double seconds, Grade required);

/// The options for judging a table.
struct Question {
  std::optional<Encoding> encoding;  ///< nullopt: the encoding is identified
  bool dim_given = false;  ///< dim is given; otherwise the number of columns determines it
  /// The layout of a rotary encoding describes vectors.  A table of one function may then repeat
  /// its halves, whichever channels the vectors pair.
  bool layout_of_vectors = false;
  Part part = Part::table;
  std::optional<Positions> positions;  ///< nullopt: from `first` on, else as `rows` says
  std::optional<Position> first;       ///< position of row 0
  /// The position whose row is zeros in a sinusoidal encoding that is identified; nullopt: none.
  std::optional<Position> zero_row;
  RowOrder rows;  ///< order of positions; by default from position 0 on
  /// The axis of the positions of vectors; negative numbers count from the end. nullopt: it is
  /// found.
  std::optional<int> axis;
  std::optional<Format> computed_in;
  const recipe::Library* library =
      nullptr;  ///< nullptr: the strictest library with which a recipe accepts the table
  Grade required = Grade::rounding;
  PassingLimits limits;
  Deadline deadline;  ///< limits only the diagnosis, not the decision whether the table passes
  /// The encoding was identified, not given: pairs of faults are not searched.
  bool guessed = false;
};

/// The options for judging a table of several coordinates.
struct AxialQuestion {
  Axial encoding;
  bool dim_given =
      false;  ///< dim is given; otherwise the number of columns determines it, if possible
  Part part = Part::table;
  /// One for each of axes_of(encoding).  If empty, the coordinates of its grid are used.
  std::vector<Positions> coordinates = {};
  std::optional<Format> computed_in = {};
  const recipe::Library* library =
      nullptr;  ///< nullptr: the strictest library with which a recipe accepts the table
  Grade required = Grade::rounding;
  PassingLimits limits = {};
  Deadline deadline = {};  ///< limits only the diagnosis, not the decision whether the table passes
};

}  // namespace sextant::verify
