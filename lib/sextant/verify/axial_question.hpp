#pragma once

#include <optional>
#include <vector>

#include "sextant/encoding/axial/axial.hpp"
#include "sextant/verify/rows/deadline.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::verify {

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
