#pragma once

#include <optional>
#include <vector>

#include "sextant/audit/source.hpp"
#include "sextant/audit/tensor_name.hpp"

namespace sextant::audit {

/// A tensor that holds positions, with its meaning.
struct MeaningfulTensor {
  CheckpointArray at;
  TensorMeaning meaning;
  std::optional<Positions> positions = {};    ///< of its rows; nullopt: 0, 1, …
  bool in_memory = false;                     ///< of a model in memory
  std::optional<std::uint64_t> padding = {};  ///< MemoryTensor::padding
};

/// The tensors of a source that hold positions: by their names, because a rotary node of its graph
/// reads them, because nodes Cos and Sin of its graph use them as frequencies, or because a model
/// in memory says so.  Leaves out those with a MemoryTensor::why. `dim` is the number of rotated
/// channels, or 0 if it is unknown.
std::vector<MeaningfulTensor> meaningful_tensors(const ModelSource& source, int dim);

}  // namespace sextant::audit
