#pragma once

#include <string>
#include <vector>

#include "sextant/config/config_section.hpp"

namespace sextant {

/// The language model of a config.
struct ConfigModel {
  ConfigSection config;               ///< the whole config, or the section of this model
  std::vector<ConfigSection> around;  ///< sections that contain `config`, outermost first
  std::string type;                   ///< model_type; empty if it is missing
  bool remote = false;                ///< whether auto_map says that its code is in the folder
  bool params = false;                ///< whether it is a params.json, of Mistral or Meta
};

/// Finds the language model.  A config of several modalities has it in a section such as
/// text_config.
ConfigModel find_language_model(const ConfigSection& whole);

/// Whether use_mla is false, so that keys of multi-head latent attention are ignored
/// (DeepSeek-VL2).
bool lacks_mla(const ConfigSection& config);

/// Keys that mean the same in configs of different programs.  Each function returns the key that
/// has a value; if none has, the one at the end of its line.
std::string_view key_of_width(const ConfigSection& config);   ///< hidden_size
std::string_view key_of_heads(const ConfigSection& config);   ///< num_attention_heads
std::string_view key_of_layers(const ConfigSection& config);  ///< num_hidden_layers
std::string_view key_of_length(const ConfigSection& config);  ///< max_position_embeddings

}  // namespace sextant
