#pragma once

#include <optional>
#include <string>

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

/// The format that numbers were computed in: the one `asked` for; else float64 if they are `stored`
/// in float64 or made of numbers `given` in float64, and float32 for others.  Throws Error if it is
/// narrower than the stored format; the message says `whose` that is.
Format computed_in(const std::optional<Format>& asked, const Format& stored,
                   const std::string& whose = "the table's", const Format& given = kFloat32);

/// The claimed query scale; nullptr for other encodings.
const QueryScaleForm* query_scale_of(const Claim& claim);

/// Whether some channels of a chart are sines or cosines.
bool has_waves(const Chart& chart);
/// Whether all are; true if there are none.
bool has_only_waves(const Chart& chart);

}  // namespace sextant::verify
