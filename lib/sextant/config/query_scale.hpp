#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/config/config_layers.hpp"

namespace sextant {

/// The factor of the queries of a kind of layers; nullopt if the config has none.  It is read from
///
///   attn_temperature_tuning, floor_scale, attn_scale   Llama 4; only layers without rotation
///   llama_4_scaling_beta of the rope section           Ministral 3, Mistral 4; all layers
///   llama_4_scaling of a params.json                   the same
///   use_logn_attn and seq_length                       Qwen: form log-n; all layers
std::optional<QueryScale> read_query_scale(const ConfigModel& model, const ConfigLayers& layers,
                                           std::vector<std::string>& warnings);

}  // namespace sextant
