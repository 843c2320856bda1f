#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/audit/claimed_layers.hpp"
#include "sextant/tensor/stored_array.hpp"

namespace sextant::audit {

/// The shape of a trained table, compared with that of a claim.
struct TrainedComparison {
  ClaimedLayers claim;
  /// How they differ, in one line: `has 15 rows of 8 columns; config.json says 16 of 8 columns
  /// (…)`; empty if they are equal.
  std::string wrong = {};
  std::vector<ConfigKey> keys = {};  ///< keys of the claim that decide what differs
};

/// Compares the shape of a trained table of `source` with the claims for its layers.  nullopt if no
/// claim has a shape, and for tensors that are not trained tables.  The claims must be those of the
/// part of the model to which the tensor belongs.
std::optional<TrainedComparison> compare_trained_shape(const StoredArray& array,
                                                       const ModelSource& source,
                                                       const TensorMeaning& meaning,
                                                       const std::vector<ClaimedLayers>& claims);

}  // namespace sextant::audit
