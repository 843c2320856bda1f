#pragma once

#include "sextant/encoding/encoding.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/verify/rows/deadline.hpp"

namespace sextant::verify {

/// The claim about a table: its encoding and part, their chart, and the formats that it was
/// computed and stored in.
struct Claim {
  Encoding encoding;
  Part part = Part::table;
  Chart chart;
  recipe::ComputeFormats formats;
  bool guessed =
      false;  ///< the encoding was identified, not given: pairs of faults are not searched
  Deadline deadline = {};  ///< when the diagnosis must end
};

}  // namespace sextant::verify
