#include "sextant/config/layer_schedule.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sextant/config/config_family.hpp"
#include "sextant/config/deciding.hpp"

namespace sextant {
namespace {

constexpr int kMostLayers = 1 << 16;  // 200 times the largest known number

std::vector<std::string> repeated(const std::string& one, int count) {
  return std::vector<std::string>(static_cast<std::size_t>(count), one);
}

/// Throws Error if a list has fewer entries than the model has layers.  More are allowed: they are
/// of draft layers.
template <typename T>
void want_entries(const ConfigSection& config, std::string_view key, const std::vector<T>& list) {
  const int layers = read_layer_count(config);
  if (std::ssize(list) < layers)
    config.fail(key, fmt::format("has {} entries for {} layers", list.size(), layers));
}

/// Every n-th layer has full attention: those with (i + after) mod n = 0.
std::vector<std::string> every(const ConfigSection& config, int n, int after,
                               const char* otherwise = kSlidingAttention) {
  std::vector<std::string> attention = repeated(otherwise, read_layer_count(config));
  for (std::size_t i = 0; i < attention.size(); ++i)
    if ((static_cast<int>(i) + after) % n == 0) attention[i] = kFullAttention;
  return attention;
}

/// A pattern such as LLLG: local and global layers.  The last layer is always global.
std::vector<std::string> by_letters(const ConfigSection& config, std::string_view key) {
  const std::string pattern = *config.word(key);
  if (pattern.empty() || pattern.find_first_not_of("LG") != std::string::npos)
    config.fail(
        key, fmt::format("is {}: it must have only the letters L and G", in_quotes(pattern, 40)));
  std::vector<std::string> attention = repeated(kSlidingAttention, read_layer_count(config));
  for (std::size_t i = 0; i < attention.size(); ++i)
    if (pattern[i % pattern.size()] == 'G' || i + 1 == attention.size())
      attention[i] = kFullAttention;
  return attention;
}

/// DeepSeek-V4: layers with a ratio above 0 are of the kind `compress`.  The layers of `types` are
/// known; entries beyond the last layer are those of layers that draft.
std::vector<std::string> by_ratios(const ConfigSection& config,
                                   std::vector<std::string> types = {}) {
  const char* key = "compress_ratios";
  const auto ratios = *config.integers(key, 1 << 30);
  want_entries(config, key, ratios);
  for (std::size_t i = types.size(); i < ratios.size(); ++i)
    types.emplace_back(ratios[i] == 0 ? kSlidingAttention : "compress");
  return types;
}

/// A list with 1 or 0 for each layer.
std::vector<std::string> by_flags(const ConfigSection& config, const char* key, const char* one,
                                  const char* zero) {
  const auto flags = *config.integers(key, 1);
  want_entries(config, key, flags);
  std::vector<std::string> attention;
  for (const int flag : flags) attention.emplace_back(flag == 1 ? one : zero);
  return attention;
}

/// A list of the layers with full attention; the other layers are of the kind `otherwise`.
std::vector<std::string> by_numbers(const ConfigSection& config, const char* key,
                                    const char* otherwise) {
  const int layers = read_layer_count(config);
  std::vector<std::string> attention = repeated(otherwise, layers);
  const auto numbers = *config.integers(key, kMostLayers);
  for (const int number : numbers) {
    if (number >= layers) config.fail(key, fmt::format("has {} of {} layers", number, layers));
    attention[static_cast<std::size_t>(number)] = kFullAttention;
  }
  return attention;
}

/// RecurrentGemma: block_types is repeated until every layer has a kind.
std::vector<std::string> by_blocks(const ConfigSection& config) {
  const auto blocks = *config.words("block_types");
  if (blocks.empty()) config.fail("block_types", "is empty");
  std::vector<std::string> attention;
  for (std::size_t i = 0; std::ssize(attention) < read_layer_count(config); ++i)
    attention.push_back(blocks[i % blocks.size()]);
  return attention;
}

/// The entries of no_rope_layers, or use_rope_layers (Step-3.5): whether each layer rotates.
/// nullopt if the key is missing, or its list is empty as in configs of Llama 4.
std::optional<std::vector<bool>> read_flags(const ConfigSection& config) {
  const std::string_view key = config.first_of({"no_rope_layers", "use_rope_layers"});
  const auto flags = config.integers(key, 1);
  if (!flags || flags->empty()) return std::nullopt;
  want_entries(config, key, *flags);
  return std::vector<bool>(flags->begin(), flags->end());
}

/// Layer i rotates unless (i + 1) mod n = 0.
RotationSchedule by_interval(const ConfigModel& model, std::vector<std::string>& warnings) {
  const ConfigSection& config = model.config;
  const char* key = "no_rope_layer_interval";
  if (!config.has(key)) config.warn_of_default(key, "4", warnings);
  const int n = static_cast<int>(config.count(key, kMostLayers).value_or(4));
  RotationSchedule schedule{.some_do_not = true};
  for (int i = 0; i < read_layer_count(config); ++i) schedule.rotates.push_back((i + 1) % n != 0);
  return schedule;
}

}  // namespace

int read_layer_count(const ConfigSection& config) {
  const Deciding scope(config.record(), {kLayerCount});
  return static_cast<int>(config.count(key_of_layers(config), kMostLayers).value_or(0));
}

std::vector<std::string> read_attention(const ConfigModel& model,
                                        std::vector<std::string>& warnings) {
  using enum ConfigValue::Kind;
  const ConfigSection& config = model.config;
  const Deciding scope(config.record(), {kLayers, kPositions});
  const auto listed = config.first_of({"layer_types", "layers_block_type"});
  if (auto types = config.words(listed)) {
    want_entries(config, listed, *types);
    if (config.has("compress_ratios")) return by_ratios(config, std::move(*types));
    return std::move(*types);
  }
  if (config.has("compress_ratios")) return by_ratios(config);
  if (config.has("hybrid_layer_pattern", list))
    return by_flags(config, "hybrid_layer_pattern", kSlidingAttention, kFullAttention);
  if (config.has("attn_type_list", list))
    return by_flags(config, "attn_type_list", kFullAttention, kLinearAttention);
  if (model.type == "minimax") {
    config.warn_of_default("layer_types", "full attention in layers 0, 2, 4, …", warnings);
    return every(config, 2, 0, kLinearAttention);
  }
  if (config.has("attn_layer_indices", list))
    return by_numbers(config, "attn_layer_indices", "mamba");
  if (model.type == "bamba") {
    config.warn_of_default("attn_layer_indices", "no layer with attention", warnings);
    return repeated("mamba", read_layer_count(config));
  }
  if (config.has("full_attn_idxs", list)) return by_numbers(config, "full_attn_idxs", "conv");
  if (config.has("hybrid_layer_ids", list)) return by_numbers(config, "hybrid_layer_ids", "mamba");
  if (config.has("block_types", list)) return by_blocks(config);
  const char* interval = "full_attention_interval";
  if (config.has(interval) || alternates_with_linear_attention(model.type)) {
    if (!config.has(interval)) config.warn_of_default(interval, "4", warnings);
    const auto n = config.count(interval, kMostLayers).value_or(4);
    return every(config, static_cast<int>(n), 1, kLinearAttention);
  }
  const char* pattern = "sliding_window_pattern";
  if (config.has(pattern, text)) return by_letters(config, pattern);
  if (config.has(pattern, number) && config.number(pattern) != Rational(0))
    return every(config, static_cast<int>(*config.count(pattern, kMostLayers)), 1);
  const char* global = "global_attn_every_n_layers";
  if (config.has(global))  // ModernBERT counts from the first layer
    return every(config, static_cast<int>(*config.count(global, kMostLayers)),
                 model.type == "afmoe" ? 1 : 0);
  const int usual = usual_sliding_pattern(model.type);
  const bool slides = model.type != "exaone4" || config.has("sliding_window");
  if (usual == 0 || !slides || config.has(pattern)) return {};
  config.warn_of_default(pattern, std::to_string(usual), warnings);
  return every(config, usual, 1);
}

RotationSchedule read_rotation(const ConfigModel& model, const std::vector<std::string>& attention,
                               std::vector<std::string>& warnings) {
  const ConfigSection& config = model.config;
  const Deciding scope(config.record(), {kLayers, kPositions});
  if (const auto flags = read_flags(config)) {
    config.record().accept(config.path("no_rope_layer_interval"));  // the list was made by it
    const bool all = std::find(flags->begin(), flags->end(), false) == flags->end();
    return {.some_do_not = !all, .rotates = *flags};
  }
  if (rotates_by_interval(model.type) || config.has("no_rope_layer_interval"))
    return by_interval(model, warnings);
  const bool windowed = model.type != "exaone4" || config.has("sliding_window");
  if (rotates_sliding_layers_alone(model.type) && windowed) {
    RotationSchedule schedule{.some_do_not = true};
    for (const std::string& kind : attention) schedule.rotates.push_back(kind != kFullAttention);
    return schedule;
  }
  return {};
}

}  // namespace sextant
