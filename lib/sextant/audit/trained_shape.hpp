#pragma once

#include <string>

#include "sextant/audit/claimed_layers.hpp"
#include "sextant/tensor/stored_array.hpp"

namespace sextant::audit {

/// Why the shape of a trained table is another than the claims for its layers say: `has 32 x 4
/// numbers, …`.  Empty if it is the same, if no claim says a shape, and for other tensors.
std::string wrong_trained_shape(const StoredArray& array, const TensorMeaning& meaning,
                                const std::vector<ClaimedLayers>& claims);

}  // namespace sextant::audit
