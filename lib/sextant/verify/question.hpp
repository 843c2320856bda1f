#pragma once

#include <optional>

#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/position/row_order.hpp"
#include "sextant/recipe/library/library.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::verify {

/// How a table is to be judged.
struct Question {
  std::optional<Encoding> encoding;  ///< nothing: find out what it is
  bool dim_given = false;            ///< else the number of columns says
  Part part = Part::table;
  std::optional<Positions> positions;  ///< nothing: from `first` on, else as `rows` go
  std::optional<Position> first;       ///< of row 0
  RowOrder rows;                       ///< by default from position 0 on
  std::optional<Format> computed_in;
  const recipe::Library* library = nullptr;  ///< nullptr: the strictest that covers the table
  Grade required = Grade::rounding;
  bool guessed =
      false;  ///< the encoding was identified, not given: pairs of faults are not searched
};

}  // namespace sextant::verify
