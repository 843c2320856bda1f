#pragma once

#include "sextant/encoding/encoding.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/verify/rows/deadline.hpp"

namespace sextant::verify {

/// What a table is said to be.
struct Claim {
  Encoding encoding;
  Part part = Part::table;
  Chart chart;
  recipe::ComputeFormats formats;
  bool guessed = false;    ///< identified, not given: pairs of faults are not searched
  Deadline deadline = {};  ///< of the diagnosis
};

}  // namespace sextant::verify
