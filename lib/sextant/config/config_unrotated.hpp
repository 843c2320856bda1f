#pragma once

#include <vector>

#include "sextant/config/config_model.hpp"

namespace sextant {

/// What a config says about positions if its model does not rotate: ALiBi, T5, DeBERTa, learned
/// tables, sinusoids, or no positions.  Empty if the model may rotate.
std::vector<LayerEncoding> read_unrotated(const ConfigModel& model);

/// Whether position_embedding_type says that vectors are rotated.
bool says_rotary(const ConfigSection& config);

}  // namespace sextant
