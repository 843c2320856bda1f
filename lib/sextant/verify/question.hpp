#pragma once

#include <optional>

#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/position/row_order.hpp"
#include "sextant/recipe/library/library.hpp"
#include "sextant/verify/rows/deadline.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::verify {

/// The end of a search that begins now.  Throws Error if the search decides what passes.
Deadline deadline_after(double seconds, Grade required);

/// How a table is to be judged.
struct Question {
  std::optional<Encoding> encoding;  ///< nothing: find out what it is
  bool dim_given = false;            ///< else the number of columns says
  /// The layout of a rotary encoding is that of vectors: a table of one function may repeat its
  /// halves whatever they pair.
  bool layout_of_vectors = false;
  Part part = Part::table;
  std::optional<Positions> positions;  ///< nothing: from `first` on, else as `rows` go
  std::optional<Position> first;       ///< of row 0
  RowOrder rows;                       ///< by default from position 0 on
  std::optional<int> axis;  ///< of the positions of vectors, from the end if negative; else found
  std::optional<Format> computed_in;
  const recipe::Library* library = nullptr;  ///< nullptr: the strictest that covers the table
  Grade required = Grade::rounding;
  PassingLimits limits;
  Deadline deadline;  ///< of the diagnosis; whether a table passes is always found out
  bool guessed =
      false;  ///< the encoding was identified, not given: pairs of faults are not searched
};

}  // namespace sextant::verify
