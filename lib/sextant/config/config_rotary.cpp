#include "sextant/config/config_rotary.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "sextant/config/among.hpp"
#include "sextant/config/config_chatglm.hpp"
#include "sextant/config/config_family.hpp"
#include "sextant/config/config_head.hpp"
#include "sextant/config/config_unrotated.hpp"
#include "sextant/config/deciding.hpp"
#include "sextant/config/layer_schedule.hpp"
#include "sextant/encoding/real/readable.hpp"
#include "sextant/encoding/text/axial_text.hpp"

namespace sextant {
namespace {

/// Throws NotExpressible if MPT's attn_config has a scaling.  Its rope_impl says which of two
/// sections counts.
void want_expressible_mpt(const ConfigSection& attention) {
  const bool by_hf = attention.word("rope_impl").value_or("dail") == "hf";
  const char* counts = by_hf ? "rope_hf_config" : "rope_dail_config";
  for (const char* key : {"rope_hf_config", "rope_dail_config"}) {
    const auto section = attention.section(key);
    if (!section) continue;
    const bool plain = section->word("type").value_or("original") == "original" ||
                       section->word("type") == "no_scaling";
    if (key == std::string_view(counts) && !plain)
      section->not_expressible("type", "is " + in_quotes(*section->word("type"), 40) +
                                           ", a scaling of MPT that is not known here");
    for (const std::string& inner : section->keys())  // they belong to other types
      section->record().accept(section->path(inner));
  }
}

/// Throws NotExpressible if a key says that vectors are rotated in a way that Rotary cannot
/// express.
void want_expressible(const ConfigModel& model, const ConfigLayers& layers) {
  const ConfigSection& config = model.config;
  if (config.has("rotary_emb_scale_base") || config.truth("use_xpos"))
    config.not_expressible(config.first_of({"rotary_emb_scale_base", "use_xpos"}),
                           "is of xPos, whose centre depends on the program and the length: "
                           "--encoding rope --scale-base and --centre say them");
  if (config.truth("position_encoding_2d"))
    config.not_expressible("position_encoding_2d", "is true: two positions a token (ChatGLM-6B)");
  if (config.number("rope_position_scale").value_or(1) != 1)
    config.not_expressible("rope_position_scale", "is not 1: programs differ in its direction");
  // CodeGen's key changes nothing in its code.
  if (config.has("rotary", ConfigValue::Kind::boolean) && config.truth("rotary"))
    config.record().note(config.path("rotary"), "true");
  if (!layers.rope) return;
  const ConfigSection& rope = layers.rope->rope;
  want_expressible_mpt(rope);
  for (const std::string& key : rope.keys())
    if (key.starts_with("fope_"))
      rope.not_expressible(
          key, "is of Fourier position embedding, which mixes waves by learned numbers");
}

Rational read_base(const ConfigModel& model, const ConfigLayers& layers,
                   std::vector<std::string>& warnings) {
  const ConfigSection& config = model.config;
  const Deciding scope(config.record(), {"base"});
  if (layers.base) return *layers.base;
  // DeepSeek-V4 has the base of layers that do not compress in the rope section.
  if (layers.base_key == "compress_rope_theta")
    if (const auto own = config.positive(layers.base_key)) return *own;
  const auto inside = layers.rope ? layers.rope->rope.positive("rope_theta") : std::nullopt;
  // LFM2 has the base a second time.
  if (config.written("theta") == config.written("rope_theta"))
    config.record().accept(config.path("theta"));
  if (inside && layers.rope->beside) return *inside;  // the key outside is not of this kind
  const auto outside = config.positive(layers.base_key);
  if (inside && outside && *inside != *outside)
    config.fail(layers.base_key, "contradicts " + layers.rope->rope.path("rope_theta"));
  if (inside) return *inside;
  if (outside) return *outside;
  if (model.type == "chatglm") return 10000 * read_rope_ratio(model).of_base;
  if (const std::string bases = bases_of_versions(model.type); !bases.empty())
    config.not_expressible(layers.base_key,
                           "is missing, and its default depends on the version: " + bases);
  const Rational usual = usual_base(model.type, layers.base_key);
  config.warn_of_default(layers.base_key, to_text(usual), warnings);
  return usual;
}

/// The pairs of a model as a key says them; nullopt if no key does.
std::optional<Pairing> written_pairing(const ConfigModel& model) {
  const auto of = [](bool interleaved) {
    return interleaved ? Pairing::interleaved : Pairing::half_split;
  };
  for (const char* key : {"rope_interleave", "rope_interleaved", "rotary_emb_interleaved"})
    if (const auto interleaved = model.config.flag(key)) return of(*interleaved);
  if (const auto halves = model.config.flag("rope_is_neox_style")) return of(!*halves);
  if (model.type != "chatglm") return std::nullopt;
  const auto original = model.config.flag("original_rope");
  return original ? std::optional(of(*original)) : std::nullopt;
}

/// Sets which channels of a vector turn, and adds remarks on programs of DeepSeek-V4, whose config
/// does not say so.
void read_deepseek_v4(const ConfigLayers& layers, Rotary& encoding, LayerEncoding& result) {
  encoding.rotated_channels = RotatedChannels::last;
  result.remarks.push_back(fmt::format(
      "the code of model_type deepseek_v4 turns the last {} channels of queries, keys and values; "
      "it turns the output of attention back: --direction inverse",
      encoding.dim));
  if (layers.kind != kMainLayers) return;
  result.remarks.emplace_back(
      "vLLM applies the scaling of the compressed layers to these layers too, with their own base; "
      "Transformers does not");
}

/// The pairs of a model: as a key says; else as its model type does; else channels (i, i + d/2).
Pairing read_pairing(const ConfigModel& model, LayerEncoding& result) {
  const Deciding scope(model.config.record(), {"layout"});
  if (const auto written = written_pairing(model)) return *written;
  const ConfigFamily* family = find_family(model.type);
  if (family == nullptr && !model.type.empty())
    result.warnings.push_back("model_type " + in_quotes(model.type, 60) +
                              " is not known: read as a model of Transformers with the usual keys");
  const bool interleaved =
      model.params ||
      (family != nullptr && family->pairs == FamilyPairs::interleaved && !lacks_mla(model.config));
  if (!interleaved) return Pairing::half_split;
  const std::string who =
      model.params ? "a model of params.json" : "the config's model_type " + model.type;
  result.remarks.push_back(who + " turns channels 2i and 2i+1 of vectors: --layout interleaved");
  return Pairing::interleaved;
}

std::optional<Position> read_length(const ConfigSection& config) {
  const Deciding scope(config.record(), {kContextLength});
  const auto count = config.count(key_of_length(config), numerator(to_rational(kLargestPosition)));
  return count ? std::optional(to_position(*count)) : std::nullopt;
}

/// Why a LayerEncoding cannot express how the sections of a config are arranged; empty if it can.
std::string other_arrangement(const ConfigModel& model, RopeType type, std::size_t sections) {
  if (model.type.starts_with("ernie4_5"))
    return "are mixed in an order of their own: height and width alternate, then time";
  if (type == RopeType::openpangu) return "are mixed in proportion to their sizes";
  if (sections != 3) return "are " + std::to_string(sections) + ", not three";
  return "";
}

/// Reads the number of pairs of each coordinate into `result`.  Throws Error unless they add up to
/// `pairs`, the pairs that turn.
void read_sections(const ConfigModel& model, const ConfigSection& rope, int pairs,
                   LayerEncoding& result) {
  const Deciding scope(rope.record(), {kSections});
  const std::string_view key = rope.first_of({"mrope_section", "xdrope_section"});
  const auto numbers = rope.numbers(key);
  if (!numbers) return;
  const bool alternating = deciding(rope.record(), {kArrangement},
                                    [&] { return rope.flag("mrope_interleaved").value_or(false); });
  // Qwen3-Omni has it a second time.
  if (rope.written("interleaved") == rope.written("mrope_interleaved"))
    rope.record().accept(rope.path("interleaved"));
  Rational sum = 0;
  for (const Rational& number : *numbers) sum += number;
  const bool whole = std::all_of(numbers->begin(), numbers->end(), is_integer);
  if (sum != pairs || !whole)
    rope.fail(key,
              fmt::format("adds up to {}, not to the {} pairs that turn", readable(sum), pairs));
  const std::string other = other_arrangement(model, read_rope_type(rope), numbers->size());
  if (!other.empty()) {
    result.warnings.push_back(
        rope.path(key) + " of the config: the sections " + other +
        "; this is the encoding of text, where a token's positions are equal");
    return;
  }
  result.remarks.emplace_back(kReadAsText);
  for (const Rational& number : *numbers)
    result.sections.push_back(static_cast<int>(numerator(number)));
  result.alternating = alternating;
}

/// The name of the program whose encoding a model of images has; empty for other models.  Throws
/// NotExpressible for an unknown model of images.
std::string_view program_of_images(const ConfigModel& model, RopeType type) {
  const bool whole = model.around.empty();  // else the type may be that of the whole model
  if (whole && model.type == "pixtral") return "pixtral";
  if (whole && model.type == "dinov3_vit") return "dinov3";
  if (type == RopeType::axial) return "qwen2-vl-vision";
  if (whole && model.type.find("vision") != std::string::npos)
    model.config.not_expressible(
        "model_type", "is " + in_quotes(model.type, 60) + ", of images, which is not known here");
  return "";
}

Axial axial_of(const ConfigModel& model, std::string_view program, int head, const Rational& base) {
  Axial axial = *find_axial(program);
  set_field(axial, "dim", std::to_string(head));
  set_field(axial, "base", to_text(base));
  const auto merge = model.config.count("spatial_merge_size", 1024);
  axial.grid.merge = merge ? static_cast<int>(*merge) : 1;
  return axial;
}

/// The key of the head size that applies to the layers of one kind only; empty if there is none.
std::string_view own_size_key(const ConfigSection& config, const ConfigLayers& layers) {
  if (layers.base_key == "swa_rope_theta")
    return config.first_of({"swa_qk_rope_head_dim", "swa_head_dim"});
  const bool all = layers.kind.empty() || layers.kind == kWithRotation;
  return all || layers.kind == kFullAttention ? "global_head_dim" : "";
}

/// Adds a warning for dual chunk attention (Qwen2.5-1M), where programs count positions within
/// chunks.
void warn_of_chunks(const ConfigSection& config, std::vector<std::string>& warnings) {
  const char* key = "dual_chunk_attention_config";
  const auto chunks = config.section(key);
  if (!chunks) return;
  const auto size = chunks->count("chunk_size", 1 << 30);
  const auto local = chunks->count("local_size", 1 << 30);
  const bool valid = size && local && *local < *size;
  warnings.push_back(fmt::format(
      "{} of the config: with dual chunk attention, a program rotates the key at position p "
      "by p mod {}, and uses several tables for queries; this encoding has the right frequencies",
      config.path(key),
      valid ? Integer(*size - *local).str() : std::string("(chunk_size - local_size)")));
}

/// The size of a head and its rotated channels.  The code of ChatGLM rotates half of a head.
ConfigHead head_of(const ConfigModel& model, const ConfigLayers& layers, RopeType type,
                   LayerEncoding& result) {
  const auto rope = layers.rope ? std::optional(layers.rope->rope) : std::nullopt;
  ConfigHead head =
      read_head(model.config, rope, type == RopeType::proportional, layers.part,
                own_size_key(model.config, layers), find_family(model.type), result.warnings);
  if (model.type == "chatglm" && head.rotated == head.size && head.size % 4 == 0) {
    head.rotated /= 2;
    result.remarks.push_back(fmt::format("the code of model_type chatglm turns {} of {} channels",
                                         head.rotated, head.size));
  }
  return head;
}

}  // namespace

bool mentions_rotation(const ConfigModel& model) {
  const Deciding scope(model.config.record(), {kPositions});
  for (const char* key : {"rope_theta",
                          "rope_parameters",
                          "rope_scaling",
                          "partial_rotary_factor",
                          "rotary_pct",
                          "rotary_dim",
                          "rotary_emb_base",
                          "global_rope_theta",
                          "rope_pct",
                          "qk_rope_head_dim",
                          "rope_embedding_base",
                          "rotary_emb_fraction",
                          "rope_ratio",
                          "rope_dim",
                          "rope_local_base_freq",
                          "no_rope_layers",
                          "rotary_embedding_base",
                          "use_dynamic_ntk",
                          "rotary_scaling_factor",
                          "compress_rope_theta",
                          "use_mem_rope"})
    if (model.config.mentions(key)) return true;
  if (says_rotary(model.config)) return true;
  constexpr std::array<std::string_view, 15> kOld = {
      "modernbert", "esm", "roformer", "llama", "mistral", "gptj",       "gpt_neox",
      "falcon",     "phi", "stablelm", "olmo",  "chatglm", "RefinedWeb", "RefinedWebModel",
      "baichuan"};
  const auto attention = model.config.section("attn_config");
  const bool inside = attention && (attention->has("rope_theta") || attention->truth("rope"));
  const bool by_type = model.params || has_local_base(model.type) || among(kOld, model.type);
  return inside || by_type;
}

void read_rotary(const ConfigModel& model, const ConfigLayers& layers, LayerEncoding& result) {
  std::vector<std::string>& warnings = result.warnings;
  want_expressible(model, layers);
  warn_of_chunks(model.config, warnings);
  const RopeType type = layers.rope ? read_rope_type(layers.rope->rope) : RopeType::none;
  const ConfigHead head = head_of(model, layers, type, result);
  result.head = head.size;
  result.context = read_length(model.config);
  const Rational base = read_base(model, layers, warnings);
  if (const auto program = program_of_images(model, type); !program.empty()) {
    result.axial = axial_of(model, program, head.rotated, base);
    result.words = "of images, whose tokens have two coordinates";
    return;
  }
  result.sines_first = stores_sines_first(model.type);
  Rotary e{.dim = head.rotated, .base = base, .layout = read_pairing(model, result)};
  if (model.type == "deepseek_v4") read_deepseek_v4(layers, e, result);
  const auto pairs = static_cast<std::size_t>(head.rotated / 2);
  if (layers.rope) e.context = read_scaling(model.config, *layers.rope, pairs, warnings);
  const bool one = layers.kind.empty() || layers.kind == kWithRotation;
  if (type == RopeType::none && one) {
    for (Context& scaling : scalings_in_code(model)) {
      Rotary alternative = e;
      alternative.context = std::move(scaling);
      result.alternatives.emplace_back(alternative);
    }
    if (const auto own = read_scaling_of_model(model, warnings)) e.context = *own;
  }
  if (layers.rope) read_sections(model, layers.rope->rope, head.rotated / 2, result);
  if (type == RopeType::proportional) e.context.partial = head.partial;
  result.encoding = e;
}

}  // namespace sextant
