#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/config/config_model.hpp"

namespace sextant {

/// Names of the two usual kinds of layers in layer_types.
inline constexpr const char* kFullAttention = "full_attention";
inline constexpr const char* kSlidingAttention = "sliding_attention";

/// The kind of attention of each layer: `full_attention`, `sliding_attention`, or another word of
/// layer_types.  Empty if the config does not say.  It is read from layer_types, compress_ratios
/// (DeepSeek-V4), hybrid_layer_pattern (MiMo-V2), sliding_window_pattern, or
/// global_attn_every_n_layers; some model types have a default of these.
std::vector<std::string> read_attention(const ConfigModel& model,
                                        std::vector<std::string>& warnings);

/// Which layers rotate.
struct RotationSchedule {
  bool some_do_not = false;        ///< whether there are layers without rotation
  std::vector<bool> rotates = {};  ///< for each layer; empty if the config does not say which
};

/// Reads no_rope_layers, whose entry 1 means that the layer rotates; no_rope_layer_interval; and
/// which kinds of layers rotate in a model type.
RotationSchedule read_rotation(const ConfigModel& model, const std::vector<std::string>& attention,
                               std::vector<std::string>& warnings);

/// The number of layers: num_hidden_layers, or an older key; 0 if it is missing.
int read_layer_count(const ConfigSection& config);

}  // namespace sextant
