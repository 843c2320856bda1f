#pragma once

#include <optional>
#include <vector>

#include "sextant/encoding/axial/axial.hpp"
#include "sextant/verify/rows/deadline.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::verify {

/// How a table of several coordinates is to be judged.
struct AxialQuestion {
  Axial encoding;
  bool dim_given = false;  ///< else the number of columns says, where it can
  Part part = Part::table;
  /// One for each of axes_of(encoding); none: those of its grid.
  std::vector<Positions> coordinates = {};
  std::optional<Format> computed_in = {};
  const recipe::Library* library = nullptr;  ///< nullptr: the strictest that covers the table
  Grade required = Grade::rounding;
  PassingLimits limits = {};
  Deadline deadline = {};  ///< of the diagnosis; whether a table passes is always found out
};

}  // namespace sextant::verify
