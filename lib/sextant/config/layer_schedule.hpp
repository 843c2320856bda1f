#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/config/config_model.hpp"

namespace sextant {

/// Names of the usual kinds of layers in layer_types.
inline constexpr const char* kFullAttention = "full_attention";
inline constexpr const char* kSlidingAttention = "sliding_attention";
inline constexpr const char* kLinearAttention = "linear_attention";

/// The kind of attention of each layer: `full_attention`, `sliding_attention`, or another word of
/// layer_types.  Empty if the config does not say.  Some model types have a default.  It is read
/// from
///
///   layer_types, layers_block_type, block_types     a word for each layer
///   compress_ratios                                 DeepSeek-V4
///   hybrid_layer_pattern, attn_type_list            1 or 0 for each layer: MiMo-V2, MiniMax
///   attn_layer_indices, full_attn_idxs              layers that attend: Bamba, LFM2
///   hybrid_layer_ids                                the same: Zamba2
///   full_attention_interval                         Qwen3-Next
///   sliding_window_pattern                          Gemma 3, EXAONE 4
///   global_attn_every_n_layers                      ModernBERT, AFMoE
std::vector<std::string> read_attention(const ConfigModel& model,
                                        std::vector<std::string>& warnings);

/// Which layers rotate.
struct RotationSchedule {
  bool some_do_not = false;        ///< whether there are layers without rotation
  std::vector<bool> rotates = {};  ///< for each layer; empty if the config does not say which
};

/// Reads no_rope_layers and use_rope_layers, whose entry 1 means that the layer rotates;
/// no_rope_layer_interval; and which kinds of layers rotate in a model type.
RotationSchedule read_rotation(const ConfigModel& model, const std::vector<std::string>& attention,
                               std::vector<std::string>& warnings);

/// The number of layers: num_hidden_layers, or an older key; 0 if it is missing.
int read_layer_count(const ConfigSection& config);

}  // namespace sextant
