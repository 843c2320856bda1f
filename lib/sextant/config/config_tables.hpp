#pragma once

#include <vector>

#include "sextant/config/config_model.hpp"

namespace sextant {

/// What a config says of a model type that adds a table to its inputs: a learned one (BERT, GPT-2,
/// OPT, ViT, …) or sinusoids (Whisper's encoder, Marian, M2M100, …).  Empty for other model types.
std::vector<LayerEncoding> read_added_tables(const ConfigModel& model);

/// Whether read_added_tables knows the model type.
bool adds_a_table(std::string_view type);

/// Where a learned table begins, and the key of its width.
struct TableStart {
  int before = 0;  ///< rows before position 0
  /// Whether the number that the key says includes these rows: there are pad_token_id + 1.
  bool counted = false;
  std::string_view width_key = {};  ///< empty: embedding_size, or else the width of the model
};

/// A learned table.  `key` gives its number of positions.
LayerEncoding learned_table(const ConfigSection& config, std::string_view key,
                            const TableStart& start = {});

}  // namespace sextant
