#include "sextant/config/config_model.hpp"

#include "sextant/config/deciding.hpp"

namespace sextant {
namespace {

/// Whether a section has the sizes of a model.
bool has_sizes(const ConfigSection& config) {
  return config.has(key_of_width(config)) || config.has("head_dim");
}

/// A params.json has other names for the sizes of the model, and no model_type.
bool is_params(const ConfigSection& config) {
  return config.has("dim") && config.has("n_layers") && config.has("n_heads") &&
         !config.has("hidden_size") && !config.has("model_type");
}

}  // namespace

ConfigModel find_language_model(const ConfigSection& whole) {
  const auto type = [&] {
    const Deciding scope(whole.record(), {kModel});
    return whole.word("model_type").value_or("");
  };
  for (const char* key : {"text_config", "language_config", "llm_config", "thinker_config"}) {
    const auto inner = whole.section(key);
    if (!inner) continue;
    ConfigModel found = find_language_model(*inner);
    if (!has_sizes(found.config) && has_sizes(whole)) continue;
    found.around.insert(found.around.begin(), whole);
    if (found.type.empty()) found.type = type();
    found.remote = found.remote || whole.has("auto_map");
    return found;
  }
  return {.config = whole,
          .around = {},
          .type = type(),
          .remote = whole.has("auto_map"),
          .params = is_params(whole)};
}

bool lacks_mla(const ConfigSection& config) {
  return config.has("use_mla") && !config.truth("use_mla");
}

std::string_view key_of_width(const ConfigSection& config) {
  return config.first_of({"hidden_size", "n_embd", "d_model", "dim"});
}

std::string_view key_of_heads(const ConfigSection& config) {
  return config.first_of(
      {"num_attention_heads", "n_head", "n_heads", "num_heads", "encoder_attention_heads"});
}

std::string_view key_of_layers(const ConfigSection& config) {
  return config.first_of({"num_hidden_layers", "n_layer", "n_layers", "num_layers"});
}

std::string_view key_of_length(const ConfigSection& config) {
  return config.first_of(
      {"max_position_embeddings", "n_positions", "max_seq_len", "seq_length", "n_ctx"});
}

}  // namespace sextant
