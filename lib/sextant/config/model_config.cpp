#include "sextant/config/model_config.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "sextant/config/config_head.hpp"
#include "sextant/config/config_layers.hpp"
#include "sextant/config/config_scaling.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/real/readable.hpp"

namespace sextant {
namespace {

template <std::size_t N>
bool among(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// The language model's part of a config.  A config of several modalities has it in a section.
ConfigSection language_model(const ConfigSection& whole) {
  for (const char* key : {"text_config", "language_config", "llm_config", "thinker_config"}) {
    const auto inner = whole.section(key);
    if (!inner) continue;
    const ConfigSection found = language_model(*inner);
    const bool speaks = found.has("hidden_size") || found.has("head_dim");
    if (speaks || !whole.has("hidden_size")) return found;
  }
  return whole;
}

/// Throws Error if the config does not mention a rotary encoding.
void want_rotary(const ConfigSection& config, const std::string& model_type) {
  if (config.flag("alibi").value_or(false))
    config.fail("alibi", "is true: this model has biases, and no rotary encoding");
  for (const char* key :
       {"rope_theta", "rope_parameters", "rope_scaling", "partial_rotary_factor", "rotary_pct",
        "rotary_dim", "rotary_emb_base", "global_rope_theta", "qk_rope_head_dim"}) {
    if (config.mentions(key)) return;
  }
  constexpr std::array<std::string_view, 4> kOld = {"llama", "mistral", "gptj", "gpt_neox"};
  if (!among(kOld, model_type)) config.fail("rope_theta", "is missing, and so is rope_parameters");
}

Rational read_base(const ConfigSection& config, const ConfigLayers& layers,
                   const std::string& model_type, std::vector<std::string>& warnings) {
  const auto outside = config.positive(layers.base_key);
  const auto inside = layers.rope ? layers.rope->positive("rope_theta") : std::nullopt;
  if (inside && outside && layers.kind.empty() && *inside != *outside)
    config.fail(layers.base_key, "contradicts " + layers.rope->path("rope_theta"));
  if (inside) return *inside;
  if (outside) return *outside;
  const Rational usual = model_type == "gpt_oss" ? 150000 : 10000;
  warnings.push_back(fmt::format("{} is not in the config: {}, as its default is",
                                 config.path(layers.base_key), to_text(usual)));
  return usual;
}

/// The pairs of a model, as rope_interleave says; else channels (2i, 2i+1) for the model types of
/// the list, (i, i + d/2) for others.
Pairing pairing(const ConfigSection& config, const std::string& model_type,
                std::vector<std::string>& warnings) {
  if (const auto interleave = config.flag("rope_interleave"))
    return *interleave ? Pairing::interleaved : Pairing::half_split;
  constexpr std::array<std::string_view, 14> kInterleaved = {
      "gptj",   "codegen",     "roformer",    "cohere",      "cohere2",      "glm",     "glm4",
      "llama4", "llama4_text", "deepseek_v2", "deepseek_v3", "deepseek_v32", "kimi_k2", "chatglm"};
  if (!among(kInterleaved, model_type)) return Pairing::half_split;
  warnings.push_back("the config's model_type " + model_type +
                     " turns channels 2i and 2i+1 of vectors: --layout interleaved");
  return Pairing::interleaved;
}

std::optional<Position> read_positions(const ConfigSection& config) {
  const auto key = config.first_of({"max_position_embeddings", "n_positions"});
  const auto count = config.count(key, numerator(to_rational(kLargestPosition)));
  return count ? std::optional(to_position(*count)) : std::nullopt;
}

/// Reads the number of pairs of three coordinates.  Throws Error unless they add up to the pairs
/// that turn.
void read_sections(const ConfigSection& rope, ModelConfig& result) {
  const char* key = "mrope_section";
  const auto numbers = rope.numbers(key);
  if (!numbers) return;
  result.warnings.emplace_back(kReadAsText);
  const int pairs = result.encoding.dim / 2;
  Rational sum = 0;
  for (const Rational& number : *numbers) sum += number;
  const bool whole = std::all_of(numbers->begin(), numbers->end(), is_integer);
  if (sum != pairs || !whole)
    rope.fail(key,
              fmt::format("adds up to {}, not to the {} pairs that turn", readable(sum), pairs));
  if (numbers->size() != 3) {
    result.warnings.push_back(rope.path(key) + " of the config has not three sections: not read");
    return;
  }
  for (const Rational& number : *numbers)
    result.sections.push_back(static_cast<int>(numerator(number)));
  result.alternating = rope.flag("mrope_interleaved").value_or(false);
}

ModelConfig read(const ConfigSection& config, const std::string& model_type,
                 std::string_view layer_type) {
  want_rotary(config, model_type);
  ModelConfig result;
  std::vector<std::string>& warnings = result.warnings;
  const ConfigLayers layers = choose_layers(config, layer_type);
  const bool proportional = layers.rope && read_rope_type(*layers.rope) == Scaling::proportional;
  const bool global = layers.kind.empty() || layers.kind == "full_attention";
  const ConfigHead head = read_head(config, layers.rope, proportional, global, warnings);
  result.head = head.size;
  result.positions = read_positions(config);
  Rotary& e = result.encoding;
  e.dim = head.rotated;
  e.base = read_base(config, layers, model_type, warnings);
  e.layout = pairing(config, model_type, warnings);
  if (layers.rope) {
    const auto pairs = static_cast<std::size_t>(head.rotated / 2);
    e.context = read_scaling(config, *layers.rope, pairs, warnings);
  }
  if (layers.rope) read_sections(*layers.rope, result);
  if (proportional) e.context.partial = head.partial;
  return result;
}

}  // namespace

ModelConfig read_model_config(const std::string& path, std::string_view layer_type) {
  InputFile file(path);
  return read_model_config(file, layer_type);
}

ModelConfig read_model_config(InputFile& file, std::string_view layer_type) {
  const ConfigValue document = read_config_document(file);
  const ConfigSection whole(file, document);
  const ConfigSection config = language_model(whole);
  const auto model_type =
      config.has("model_type") ? config.word("model_type") : whole.word("model_type");
  ModelConfig result = read(config, model_type.value_or(""), layer_type);
  try {
    (void)chart(result.encoding);
  } catch (const Error& error) {
    file.fail(std::string("means nothing: ") + error.what());
  }
  return result;
}

}  // namespace sextant
