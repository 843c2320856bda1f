#pragma once

#include <variant>

#include "sextant/verify/rows/claim.hpp"

namespace sextant::verify {

/// The claimed query scale; nullptr for other encodings.  Its table is a staircase.
inline const QueryScaleForm* query_scale_of(const Claim& claim) {
  const auto& formula = claim.chart.waves.formula;
  return formula ? std::get_if<QueryScaleForm>(&*formula) : nullptr;
}

}  // namespace sextant::verify
