#pragma once

#include <vector>

#include "sextant/config/config_model.hpp"

namespace sextant {

/// What a config says of a model type that adds a table to its inputs: a learned one (BERT, GPT-2,
/// OPT, ViT, …) or sinusoids (Whisper's encoder, Marian, M2M100, …).  Empty for other model types.
std::vector<LayerEncoding> read_added_tables(const ConfigModel& model);

/// Whether read_added_tables knows the model type.
bool adds_a_table(std::string_view type);

/// A learned table.  `key` gives its number of positions, and `before` is the number of rows before
/// position 0.
LayerEncoding learned_table(const ConfigSection& config, std::string_view key, int before = 0);

}  // namespace sextant
