#pragma once

#include <algorithm>
#include <variant>

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

/// The claimed query scale; nullptr for other encodings.  Its table is a staircase.
inline const QueryScaleForm* query_scale_of(const Claim& claim) {
  const auto& formula = claim.chart.waves.formula;
  return formula ? std::get_if<QueryScaleForm>(&*formula) : nullptr;
}

/// Whether some channels of a chart are sines or cosines, and whether all are.
inline bool has_waves(const Chart& chart) {
  const auto wave = [](const Channel& c) { return is_wave(c.function); };
  return std::any_of(chart.channels.begin(), chart.channels.end(), wave);
}
inline bool has_only_waves(const Chart& chart) {
  const auto wave = [](const Channel& c) { return is_wave(c.function); };
  return std::all_of(chart.channels.begin(), chart.channels.end(), wave);
}

}  // namespace sextant::verify
