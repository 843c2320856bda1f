#pragma once

#include <string>

#include "sextant/audit/claimed_layers.hpp"
#include "sextant/tensor/stored_array.hpp"

namespace sextant::audit {

/// How the shape of a trained table of `source` differs from the shape in the claims for its
/// layers, in one line: `has 15 rows of 8 columns; config.json says 16 of 8 columns (…)`.  Empty if
/// the shape is the same, if no claim has a shape, and for tensors that are not trained tables.
std::string wrong_trained_shape(const StoredArray& array, const ModelSource& source,
                                const TensorMeaning& meaning,
                                const std::vector<ClaimedLayers>& claims);

}  // namespace sextant::audit
