#include "sextant/config/config_unrotated.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

#include "sextant/config/among.hpp"
#include "sextant/config/config_tables.hpp"
#include "sextant/config/deciding.hpp"
#include "sextant/encoding/bias/alibi.hpp"
#include "sextant/encoding/bias/deberta.hpp"
#include "sextant/encoding/bias/swin.hpp"
#include "sextant/encoding/bias/t5.hpp"

namespace sextant {
namespace {

LayerEncoding other(LayerPositions positions, const std::string& words) {
  return {.positions = positions, .words = words};
}

LayerEncoding relative(const std::string& words, const std::string& name) {
  LayerEncoding layers = other(LayerPositions::learned, words);
  layers.relative = name;
  return layers;
}

/// Model types whose biases are slopes times the positions of keys.
bool biases_keys(std::string_view type) {
  constexpr std::array<std::string_view, 5> kTypes = {"bloom", "mpt", "falcon", "RefinedWeb",
                                                      "RefinedWebModel"};
  return among(kTypes, type);
}

LayerEncoding alibi(const ConfigModel& model, const Rational& max_bias, const std::string& why) {
  const Deciding scope(model.config.record(), {kHeads});
  const auto key = key_of_heads(model.config);
  const auto heads = model.config.count(key, kMostHeads);
  if (!heads) {
    const std::string missing = ", but " + model.config.path(key) + " is missing";
    return other(LayerPositions::unknown, why + ": ALiBi, and no rotation" + missing);
  }
  LayerEncoding layers;
  layers.encoding = Alibi{.heads = static_cast<int>(*heads),
                          .max_bias = max_bias,
                          .form = biases_keys(model.type) ? BiasForm::keys : BiasForm::distance};
  layers.words = fmt::format("{}: ALiBi of {} heads, and no rotation", why, heads->str());
  return layers;
}

/// ALiBi, by a flag, a model type, or MPT's attn_config; empty if none of them says so.
std::vector<LayerEncoding> read_alibi(const ConfigModel& model) {
  const ConfigSection& config = model.config;
  for (const char* key : {"alibi", "use_alibi"})
    if (config.has(key) && config.truth(key))
      return {alibi(model, 8, config.path(key) + " is true")};
  if (model.type == "bloom") return {alibi(model, 8, "model_type is bloom")};
  const auto attention = config.section("attn_config");
  if (attention && attention->truth("alibi")) {
    const Rational most = deciding(config.record(), {"max-bias"}, [&] {
      return attention->positive("alibi_bias_max").value_or(8);
    });
    return {alibi(model, most, attention->path("alibi") + " is true")};
  }
  // Baichuan-13B has the model_type of Baichuan-7B, which rotates and is 4096 channels wide.
  if (model.type == "baichuan" && config.number("hidden_size").value_or(4096) != 4096)
    return {alibi(model, 8, "model_type is baichuan and hidden_size is not 4096")};
  return {};
}

/// MPT without ALiBi and without rotation: learned positions, or none.  Empty for other models.
std::vector<LayerEncoding> read_mpt(const ConfigModel& model) {
  const auto attention = model.config.section("attn_config");
  if (model.type != "mpt" || (attention && attention->truth("rope"))) return {};
  if (!model.config.flag("learned_pos_emb").value_or(true))
    return {other(LayerPositions::absent, "learned_pos_emb is false, and no rotation")};
  return {learned_table(model.config, "max_seq_len")};
}

LayerEncoding t5(const ConfigSection& config, const char* layers, bool bidirectional) {
  const auto of = [&](std::initializer_list<std::string_view> what) {
    return Deciding(config.record(), what);
  };
  T5 e{.bidirectional = bidirectional};
  const Deciding of_buckets = of({"num-buckets", kRows});
  if (const auto buckets = config.count("relative_attention_num_buckets", kMostBuckets))
    e.num_buckets = static_cast<int>(*buckets);
  const Deciding of_distance = of({"max-distance"});
  if (const auto most = config.count("relative_attention_max_distance", 1 << 30))
    e.max_distance = static_cast<int>(*most);
  else
    config.note_default("relative_attention_max_distance");
  LayerEncoding found{
      .layers = layers,
      .encoding = e,
      .words = fmt::format("T5's {} buckets to distance {}", e.num_buckets, e.max_distance)};
  const Deciding of_heads = of({kHeads, kColumns});
  if (const auto heads = config.count(key_of_heads(config), kMostHeads))
    found.trained =
        TrainedShape{.rows = e.num_buckets, .columns = static_cast<std::int64_t>(*heads)};
  return found;
}

std::vector<LayerEncoding> read_t5(const ConfigModel& model) {
  const ConfigSection& config = model.config;
  if (!config.has("relative_attention_num_buckets")) return {};
  if (model.type == "mpnet") {
    LayerEncoding both = t5(config, "", true);
    both.words += ", and " + learned_table(config, key_of_length(config)).words;
    return {both};
  }
  const bool decoder = config.flag("is_encoder_decoder").value_or(true);
  if (!decoder) return {t5(config, "", !config.flag("is_decoder").value_or(false))};
  return {t5(config, "encoder", true), t5(config, "decoder", false)};
}

std::vector<LayerEncoding> read_deberta(const ConfigModel& model) {
  const ConfigSection& config = model.config;
  if (model.type != "deberta-v2" && model.type != "deberta") return {};
  if (!config.truth("relative_attention")) return {learned_table(config, key_of_length(config))};
  const Rational buckets = deciding(config.record(), {"num-buckets"},
                                    [&] { return config.number("position_buckets").value_or(-1); });
  const Deciding scope(config.record(), {"max-distance"});
  Rational most = config.number("max_relative_positions").value_or(-1);
  if (most < 1) most = config.count("max_position_embeddings", 1 << 30).value_or(512);
  if (buckets < 1) return {relative("a learned table of clipped relative positions", "clipped")};
  if (!is_integer(buckets) || buckets > kMostBuckets)
    config.fail("position_buckets", fmt::format("is not one of 1 ... {}", kMostBuckets));
  if (!is_integer(most) || most > 1 << 30) config.fail("max_relative_positions", "is no length");
  LayerEncoding layers;
  const Deberta e{.num_buckets = static_cast<int>(buckets), .max_distance = static_cast<int>(most)};
  layers.encoding = e;
  layers.words = fmt::format("DeBERTa's {} buckets to distance {}", e.num_buckets, e.max_distance);
  return {layers};
}

/// A size in tokens or pixels; `usual` without the key.
int size_of(const ConfigSection& config, const char* key, int usual) {
  const auto size = config.count(key, 1 << 14);
  if (!size) config.note_default(key);
  return size ? static_cast<int>(*size) : usual;
}

LayerEncoding window(const Swin& e) {
  constexpr int kOfClassToken = 3;
  LayerEncoding layers{.encoding = e};
  layers.words = fmt::format("the index of a window of {} x {}{}", e.height, e.width,
                             e.class_token ? " and a class token" : "");
  layers.trained = TrainedShape{.rows = e.offsets() + (e.class_token ? kOfClassToken : 0)};
  return layers;
}

/// Swin and BEiT: biases that are learned for each offset in a window, and the index of the offset.
std::vector<LayerEncoding> read_windows(const ConfigModel& model) {
  const ConfigSection& config = model.config;
  constexpr std::array<std::string_view, 3> kSwin = {"swin", "donut-swin", "maskformer-swin"};
  const Deciding scope(config.record(), {"height", "width", kRows});
  if (among(kSwin, model.type)) {
    const int size = size_of(config, "window_size", 7);
    return {window({.height = size, .width = size})};
  }
  if (model.type != "beit") return {};
  const int patch = size_of(config, "patch_size", 16);
  const int side = size_of(config, "image_size", 224) / std::max(patch, 1);
  const Deciding of_kind(config.record(), {kPositions});
  for (const char* key : {"use_relative_position_bias", "use_shared_relative_position_bias"})
    if (config.truth(key)) return {window({.height = side, .width = side, .class_token = true})};
  if (!config.truth("use_absolute_position_embeddings"))
    return {other(LayerPositions::absent,
                  "use_absolute_position_embeddings and use_relative_position_bias are not true")};
  LayerEncoding layers =
      other(LayerPositions::learned,
            fmt::format("a learned table of {0} rows: {1} x {1} patches and 1 more",
                        side * side + 1, side));
  layers.trained = TrainedShape{.rows = std::int64_t{side} * side + 1};
  return {layers};
}

/// The key whose word names the encoding.  Wav2Vec2-Conformer has position_embeddings_type.
std::string key_of_name(const ConfigSection& config) {
  return std::string(config.first_of({"position_embedding_type", "position_embeddings_type"}));
}

/// What position_embedding_type says; empty if it is missing or does not decide alone.
std::vector<LayerEncoding> read_named(const ConfigModel& model) {
  const std::string key = key_of_name(model.config);
  const auto word = model.config.word(key);
  if (!word || says_rotary(model.config)) return {};
  if (*word == "alibi") return {alibi(model, 8, key + " is alibi")};
  if (*word == "nope" || *word == "none")
    return {other(LayerPositions::absent, key + " is " + *word)};
  if (*word == "absolute" || *word == "learned" || *word == "learned_absolute") return {};
  if (*word == "relative_key" || *word == "relative_key_query")
    return {relative("a learned table of relative positions", *word)};
  return {
      other(LayerPositions::unknown, key + " is " + in_quotes(*word, 60) + ", which is not known")};
}

/// Models whose attention has no positions, or which have no attention.
std::vector<LayerEncoding> read_absent(const ConfigModel& model) {
  const ConfigSection& config = model.config;
  constexpr std::array<std::string_view, 8> kTypes = {"falcon_mamba", "jamba", "mamba", "mamba2",
                                                      "nemotron_h",   "rwkv",  "xlstm", "zamba"};
  if (among(kTypes, model.type))
    return {other(LayerPositions::absent, "model_type is " + model.type + ": no rotation")};
  const char* kind = "position_embedding_type";
  if (model.type == "granitemoehybrid" && !config.has(kind))
    return {other(LayerPositions::absent, std::string(kind) + " is missing: no rotation (NoPE)")};
  if (model.type == "zamba2" && !config.truth("use_mem_rope"))
    return {other(LayerPositions::absent, "use_mem_rope is not true: no rotation (NoPE)")};
  if (config.truth("mla_use_nope"))
    return {other(LayerPositions::absent, "mla_use_nope is true: no rotation (NoPE)")};
  for (const char* key : {"use_rope", "use_rotary_pos_emb"})
    if (config.has(key) && !config.truth(key))
      return {other(LayerPositions::absent, std::string(key) + " is false: no rotation (NoPE)")};
  const char* rotated = "qk_rope_head_dim";
  if (config.has(rotated) && !lacks_mla(config) && config.number(rotated) == Rational(0))
    return {other(LayerPositions::absent, "qk_rope_head_dim is 0: no rotation (NoPE)")};
  return {};
}

}  // namespace

bool says_rotary(const ConfigSection& config) {
  const std::string key = key_of_name(config);
  if (!config.has(key, ConfigValue::Kind::text)) return false;
  constexpr std::array<std::string_view, 3> kRotary = {"rotary", "rope", "rope_gptj"};
  return among(kRotary, *config.word(key));
}

std::vector<LayerEncoding> read_unrotated(const ConfigModel& model) {
  const Deciding scope(model.config.record(), {kPositions});
  for (const auto& read :
       {read_alibi, read_mpt, read_t5, read_deberta, read_windows, read_absent, read_named})
    if (auto found = read(model); !found.empty()) return found;
  // The type of jina-embeddings-v3 normally adds a table, but the model's own code rotates.
  return says_rotary(model.config) ? std::vector<LayerEncoding>() : read_added_tables(model);
}

}  // namespace sextant
