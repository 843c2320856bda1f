#include "sextant/config/config_diffusers.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sextant/config/deciding.hpp"
#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/encoding/wave/sinusoidal.hpp"

namespace sextant {
namespace {

using Layers = std::vector<LayerEncoding>;

constexpr const char* kClass = "_class_name";
constexpr const char* kBase = "rope_theta";
constexpr const char* kHeadSize = "attention_head_dim";
constexpr const char* kHeadCount = "num_attention_heads";

/// Each class below is in huggingface/diffusers, src/diffusers/models/transformers, in the file
/// that `sextant list encodings` names as the source of its encoding, or in transformer_chroma.py,
/// transformer_hunyuan_video15.py, transformer_wan_vace.py and transformer_omnigen.py.  The
/// defaults are those of its constructor.

/// A class whose config lists the channels of each axis.
struct ListingClass {
  std::string_view name;
  std::string_view encoding;
  const char* key = "axes_dims_rope";
  std::vector<int> axes;  ///< the default of `key`
  bool has_base = true;   ///< whether it reads rope_theta
  /// The keys of the channels of all heads and of their number; the first one alone gives those of
  /// one head.
  const char *width_key = kHeadSize, *heads_key = nullptr;
  int width = 128, heads = 1;  ///< defaults
};

const std::vector<ListingClass>& listing_classes() {
  static const std::vector<ListingClass> known = {
      {.name = "ChromaTransformer2DModel",
       .encoding = "flux",
       .axes = {16, 56, 56},
       .has_base = false},
      {.name = "ErnieImageTransformer2DModel",
       .encoding = "ernie-image",
       .key = "rope_axes_dim",
       .axes = {32, 48, 48},
       .width_key = "hidden_size",
       .heads_key = kHeadCount,
       .width = 3072,
       .heads = 24},
      {.name = "Flux2Transformer2DModel", .encoding = "flux-2", .axes = {32, 32, 32, 32}},
      {.name = "FluxTransformer2DModel",
       .encoding = "flux",
       .axes = {16, 56, 56},
       .has_base = false},
      {.name = "HunyuanImageTransformer2DModel",
       .encoding = "hunyuan-image",
       .key = "rope_axes_dim",
       .axes = {64, 64}},
      {.name = "HunyuanVideo15Transformer3DModel",
       .encoding = "hunyuan-video",
       .key = "rope_axes_dim",
       .axes = {16, 56, 56}},
      {.name = "HunyuanVideoTransformer3DModel",
       .encoding = "hunyuan-video",
       .key = "rope_axes_dim",
       .axes = {16, 56, 56}},
      {.name = "Krea2Transformer2DModel", .encoding = "krea-2", .axes = {32, 48, 48}},
      {.name = "Lumina2Transformer2DModel",
       .encoding = "lumina-2",
       .key = "axes_dim_rope",
       .axes = {32, 32, 32},
       .has_base = false,
       .width_key = "hidden_size",
       .heads_key = kHeadCount,
       .width = 2304,
       .heads = 24},
      {.name = "QwenImageTransformer2DModel",
       .encoding = "qwen-image",
       .axes = {16, 56, 56},
       .has_base = false},
      {.name = "ZImageTransformer2DModel",
       .encoding = "z-image",
       .key = "axes_dims",
       .axes = {32, 48, 48},
       .width_key = "dim",
       .heads_key = "n_heads",
       .width = 3840,
       .heads = 30}};
  return known;
}

/// A number of channels, heads or pixels, in 1 … kLargestDim; `usual` without the key.
int read_count(const ConfigSection& config, const char* key, int usual) {
  const auto count = config.count(key, kLargestDim);
  if (!count) config.note_default(key);
  return count ? static_cast<int>(*count) : usual;
}

int sum_of(const std::vector<int>& channels) {
  return std::accumulate(channels.begin(), channels.end(), 0);
}

/// Integers, one for each axis of `usual`.  Throws Error if one is 0.
std::vector<int> read_list(const ConfigSection& config, const char* key, std::vector<int> usual) {
  const auto said = config.integers(key, kLargestDim / 4);
  if (!said) {
    config.note_default(key);
    return usual;
  }
  if (said->size() != usual.size())
    config.fail(key,
                fmt::format("has {} numbers, but there are {} axes", said->size(), usual.size()));
  if (std::count(said->begin(), said->end(), 0) > 0)
    config.fail(key, "has a 0: each axis needs channels");
  return *said;
}

/// The channels of each axis.  Throws Error if they are no pairs.
std::vector<int> read_axes(const ConfigSection& config, const char* key,
                           const std::vector<int>& usual) {
  const Deciding scope(config.record(), {"dim", kSections});
  std::vector<int> axes = read_list(config, key, usual);
  for (const int channels : axes)
    if (channels % 2 != 0)
      config.fail(key, fmt::format("has an axis of {} channels, which are no pairs", channels));
  return axes;
}

/// The channels of a head, by attention_head_dim.
int read_head(const ConfigSection& config, int usual) {
  const Deciding scope(config.record(), {"dim", kSections, kHead});
  const int head = read_count(config, kHeadSize, usual);
  if (head % 2 != 0) config.fail(kHeadSize, fmt::format("is {}: it must be even", head));
  return head;
}

/// The encoding of a class with these channels along its axes.
Axial with_axes(std::string_view encoding, const std::vector<int>& channels) {
  Axial e = find_axial(encoding).value();
  std::get<Rotary>(e.along).dim = sum_of(channels);
  const bool equal = std::count(channels.begin(), channels.end(), channels[0]) ==
                     static_cast<std::ptrdiff_t>(channels.size());
  if (e.sections.empty() && equal) return e;  // equal numbers are the default
  e.sections.clear();
  for (const int one : channels) e.sections.push_back(one / 2);
  return e;
}

void read_base(const ConfigSection& config, Axial& e) {
  const Deciding scope(config.record(), {"base"});
  if (const auto base = config.positive(kBase))
    std::get<Rotary>(e.along).base = *base;
  else
    config.note_default(kBase);
}

LayerEncoding layers_of(Axial e, int head, std::string layers = {}) {
  LayerEncoding found{.layers = std::move(layers)};
  found.axial = std::move(e);
  found.head = head;
  return found;
}

/// Throws Error if a class that lists the channels of its axes has heads of another size.
void expect_head(const ConfigSection& config, const ListingClass& known, int channels) {
  const Deciding scope(config.record(), {kHead});
  const int width = read_count(config, known.width_key, known.width);
  const int heads =
      known.heads_key == nullptr ? 1 : read_count(config, known.heads_key, known.heads);
  if (width / heads == channels) return;
  config.fail(known.key, fmt::format("adds up to {} channels, but a head has {}, by {}{}", channels,
                                     width / heads, config.path(known.width_key),
                                     heads == 1 ? "" : " / " + config.path(known.heads_key)));
}

Layers read_listing(const ConfigSection& config, const ListingClass& known) {
  const std::vector<int> axes = read_axes(config, known.key, known.axes);
  expect_head(config, known, sum_of(axes));
  Axial e = with_axes(known.encoding, axes);
  if (known.has_base) read_base(config, e);
  if (config.truth("use_layer3d_rope"))
    config.not_expressible("use_layer3d_rope", "is true: each layer of an image has its own times");
  return {layers_of(std::move(e), sum_of(axes))};
}

Layers read_kandinsky(const ConfigSection& config) {
  const std::vector<int> axes = read_axes(config, "axes_dims", {16, 24, 24});
  const int head = sum_of(axes);
  const int width = read_count(config, "model_dim", 2048);
  if (width % head != 0)
    config.fail("axes_dims", fmt::format("adds up to {} channels: {} = {} is no multiple of that",
                                         head, config.path("model_dim"), width));
  return {layers_of(with_axes("kandinsky-5", axes), head)};
}

/// Height and width each get 2⌊d/6⌋ of d channels, and time the others (Wan, Cosmos).
std::vector<int> thirds(const ConfigSection& config, int head) {
  const int image = head / 6 * 2;
  if (image < 4) config.fail(kHeadSize, fmt::format("is {}: too few for three axes", head));
  return {head - 2 * image, image, image};
}

Layers read_wan(const ConfigSection& config) {
  const int head = read_head(config, 128);
  return {layers_of(with_axes("wan", thirds(config, head)), head)};
}

Layers read_cosmos(const ConfigSection& config) {
  const int head = read_head(config, 128);
  Axial e = with_axes("cosmos", thirds(config, head));
  const Deciding scope(config.record(), {"ntk"});
  if (const auto scale = config.numbers("rope_scale")) {
    if (scale->size() != e.axes.size())
      config.fail("rope_scale", fmt::format("has {} numbers, but there are 3 axes", scale->size()));
    e.ntk = *scale;
  } else {
    config.note_default("rope_scale");
  }
  LayerEncoding found = layers_of(std::move(e), head);
  const auto more = config.word("extra_pos_embed_type");
  if (more == "learnable" || !config.mentions("extra_pos_embed_type"))
    found.remarks.emplace_back("a learned table of positions is also added to the inputs");
  return {std::move(found)};
}

Layers read_cogvideox(const ConfigSection& config) {
  const char* rotates = "use_rotary_positional_embeddings";
  if (!config.truth(rotates))
    config.not_expressible(rotates, "is not true: a table is added, which is not known here");
  const int head = read_head(config, 64);
  if (head % 16 != 0)
    config.fail(kHeadSize, fmt::format("is {}: it must be a multiple of 16", head));
  const std::vector<int> axes = {head / 4, head / 8 * 3, head / 8 * 3};
  LayerEncoding found;
  if (config.has("patch_size_t")) {
    (void)read_count(config, "patch_size_t", 1);
    found = layers_of(with_axes("cogvideox-1.5", axes), head);
  } else {
    Axial e = with_axes("cogvideox", axes);
    const Deciding scope(config.record(), {"crop"});
    const int patch = read_count(config, "patch_size", 2);
    e.crop = {0, 0, read_count(config, "sample_height", 60) / patch,
              read_count(config, "sample_width", 90) / patch};
    if (e.crop[2] == 0 || e.crop[3] == 0)
      config.fail("patch_size", "is larger than sample_height or sample_width");
    found = layers_of(std::move(e), head);
  }
  if (config.truth("use_learned_positional_embeddings"))
    found.remarks.emplace_back("a learned table of positions is also added to the inputs");
  return {std::move(found)};
}

/// The channels of all heads, and those of each axis of LTX: ⌊d/2n⌋ pairs for each of n axes, after
/// pairs that do not turn, which are the axis of length.
std::vector<int> padded(const ConfigSection& config, const char* heads_key, int heads,
                        const char* head_key, int head, int axes) {
  const Deciding scope(config.record(), {"dim", kSections, kHead, kHeads});
  const int all = read_count(config, heads_key, heads);
  const int one = read_count(config, head_key, head);
  if (all > kLargestDim / one)
    config.fail(heads_key, fmt::format("gives more than {} channels", kLargestDim));
  const int width = all * one;
  if (width % 2 != 0 || width < 2 * axes)
    config.fail(head_key, fmt::format("gives {} channels of all heads, which are no pairs of {} "
                                      "axes",
                                      width, axes));
  const int each = width / (2 * axes) * 2;
  std::vector<int> channels(static_cast<std::size_t>(axes), each);
  channels.insert(channels.begin(), width - axes * each);
  return channels;
}

/// A film's axes: with the axis of length.
Axial padded_film(const ConfigSection& config, std::string_view encoding, int head) {
  const std::vector<int> channels = padded(config, kHeadCount, 32, kHeadSize, head, 3);
  if (channels[0] == 0)
    config.not_expressible(kHeadSize,
                           "gives a multiple of 6 channels: then no pair stands still, "
                           "which no encoding here has");
  return with_axes(encoding, channels);
}

Layers read_ltx(const ConfigSection& config) {
  LayerEncoding found = layers_of(padded_film(config, "ltx", 64), 0);
  found.remarks.emplace_back(
      "the pipeline's rope_interpolation_scale is not in the config: --scales and --divisors say "
      "it");
  return {std::move(found)};
}

/// Throws NotExpressible if a number is not 1.
void expect_one(const ConfigSection& config, const char* key) {
  if (config.number(key).value_or(1) != 1)
    config.not_expressible(key, "is not 1, which no encoding here has");
}

/// The base 1/rope_theta: the exponents of LTX-2 grow.
void read_growing_base(const ConfigSection& config, Axial& e) {
  read_base(config, e);
  Rational& base = std::get<Rotary>(e.along).base;
  if (config.has(kBase)) base = 1 / base;
}

LayerEncoding read_ltx2_film(const ConfigSection& config) {
  Axial e = padded_film(config, "ltx-2", 128);
  read_growing_base(config, e);
  const Deciding scope(config.record(), {"stride", "divisors"});
  expect_one(config, "patch_size_t");
  expect_one(config, "causal_offset");
  const int patch = read_count(config, "patch_size", 1);
  const std::vector<int> vae = read_list(config, "vae_scale_factors", {8, 32, 32});
  e.stride = vae[0];
  e.divisors = {read_count(config, "pos_embed_max_pos", 20),
                Rational(read_count(config, "base_height", 2048)) / vae[1] / patch,
                Rational(read_count(config, "base_width", 2048)) / vae[2] / patch, 1};
  LayerEncoding found = layers_of(std::move(e), 0, "video");
  found.remarks.emplace_back("24 frames a second; for another rate: --scales 1/fps,1,1,1");
  return found;
}

LayerEncoding read_ltx2_sound(const ConfigSection& config) {
  const std::vector<int> channels =
      padded(config, "audio_num_attention_heads", 32, "audio_attention_head_dim", 64, 1);
  Axial e = with_axes("ltx-2-audio", {channels[1]});
  read_growing_base(config, e);
  const Deciding scope(config.record(), {"stride", "scales", "divisors"});
  expect_one(config, "audio_patch_size_t");
  e.stride = read_count(config, "audio_scale_factor", 4);
  e.scales = {Rational(read_count(config, "audio_hop_length", 160),
                       read_count(config, "audio_sampling_rate", 16000))};
  e.divisors = {read_count(config, "audio_pos_embed_max_pos", 20)};
  return layers_of(std::move(e), 0, "audio");
}

Layers read_ltx2(const ConfigSection& config) {
  Layers found = {read_ltx2_film(config), read_ltx2_sound(config)};
  if (config.word("rope_type") == "split")
    found[0].remarks.emplace_back(
        "rope_type is split: --part cos of all heads, one after the other, is the table");
  return found;
}

Layers read_ideogram(const ConfigSection& config) {
  const int head = read_head(config, 256);
  const Deciding scope(config.record(), {kSections});
  const std::vector<int> sections = read_list(config, "mrope_section", {24, 20, 20});
  const int pairs = head / 2;
  for (std::size_t k = 1; k < sections.size(); ++k)
    if (3 * (sections[k] - 1) + static_cast<int>(k) >= pairs)
      config.fail("mrope_section", fmt::format("needs more than the {} pairs of a head", pairs));
  Axial e = find_axial("ideogram-4").value();
  std::get<Rotary>(e.along).dim = head;
  e.sections = {pairs - sections[1] - sections[2], sections[1], sections[2]};
  read_base(config, e);
  return {layers_of(std::move(e), head)};
}

Layers read_minimax(const ConfigSection& config) {
  const Deciding scope(config.record(), {"dim", kSections, kHead});
  const int pairs = read_count(config, "rope_freq_dim", 16);
  const int head = read_count(config, kHeadSize, 128);
  if (pairs > head / 6)
    config.fail("rope_freq_dim",
                fmt::format("is {}: three axes do not fit into a head of {}", pairs, head));
  Axial e = with_axes("minimax-h3", {2 * pairs, 2 * pairs, 2 * pairs});
  read_base(config, e);
  return {layers_of(std::move(e), head)};
}

/// OmniGen: attention turns text and images by LongRoPE, of one coordinate, as Phi-3 does; patches
/// have a table of two coordinates.
Layers read_omnigen(const ConfigSection& config) {
  const auto of = [&](std::initializer_list<std::string_view> what) {
    return Deciding(config.record(), what);
  };
  const Deciding of_width = of({"dim", kHead});
  const int width = read_count(config, "hidden_size", 3072);
  const int heads = read_count(config, kHeadCount, 32);
  Rotary e{.dim = width / heads};
  if (e.dim == 0 || e.dim % 2 != 0)
    config.fail(kHeadCount, fmt::format("gives heads of {} channels: no pairs", e.dim));
  const Deciding of_base = of({"base"});
  e.base = config.positive("rope_base").value_or(e.base);
  const auto rope = config.section("rope_scaling");
  if (!rope) config.fail("rope_scaling", "is missing: it has short_factor and long_factor");
  for (const char* key : {"type", "rope_type"}) config.record().accept(rope->path(key));
  const auto divisors = [&](const char* key, std::string_view field) {
    const Deciding scope = of({field});
    const auto list = rope->numbers(key);
    if (!list) rope->fail(key, "is missing");
    if (std::ssize(*list) != e.dim / 2)
      rope->fail(key, fmt::format("has {} numbers; {} pairs turn", list->size(), e.dim / 2));
    return *list;
  };
  Context& c = e.context;
  c.scaling = Scaling::longrope;
  c.short_factor = divisors("short_factor", "short-factor");
  c.long_factor = divisors("long_factor", "long-factor");
  const Deciding of_context = of({"factor", "original-context", kContextLength});
  const int longest = read_count(config, "max_position_embeddings", 131072);
  c.original = read_count(config, "original_max_position_embeddings", 4096);
  c.factor = longest / c.original;
  LayerEncoding attention{.layers = "attention", .encoding = e, .head = e.dim};
  attention.context = longest;

  const Deciding of_patches = of({"dim", "height", "width"});
  Axial patches = find_axial("diffusers-2d").value();
  std::get<Sinusoidal>(patches.along).dim = width;
  patches.grid.height = patches.grid.width = read_count(config, "pos_embed_max_size", 192);
  patches.reference = 64;  // base_size of OmniGenPatchEmbed
  return {std::move(attention), layers_of(std::move(patches), 0, "patches")};
}

/// A class that computes the channels of its axes, or has other keys.
struct ComputingClass {
  std::string_view name;
  Layers (*read)(const ConfigSection&);
};
constexpr auto kComputing = std::to_array<ComputingClass>({
    {"CogVideoXTransformer3DModel", read_cogvideox},
    {"CosmosTransformer3DModel", read_cosmos},
    {"Ideogram4Transformer2DModel", read_ideogram},
    {"Kandinsky5Transformer3DModel", read_kandinsky},
    {"LTX2VideoTransformer3DModel", read_ltx2},
    {"LTXVideoTransformer3DModel", read_ltx},
    {"MiniMaxH3Transformer3DModel", read_minimax},
    {"OmniGenTransformer2DModel", read_omnigen},
    {"WanTransformer3DModel", read_wan},
    {"WanVACETransformer3DModel", read_wan},
});

/// Keys that need no warning: lengths, formats, and keys that its class does not use.
constexpr auto kHarmless = std::to_array<const char*>(
    {"rope_max_seq_len", "rope_double_precision", "rope_type", "scaling_factor",
     "use_learned_positional_embeddings", "extra_pos_embed_type"});

Layers read_class(const ConfigSection& config, std::string_view name) {
  for (const ListingClass& known : listing_classes())
    if (known.name == name) return read_listing(config, known);
  for (const ComputingClass& known : kComputing)
    if (known.name == name) return known.read(config);
  config.not_expressible(
      kClass, fmt::format("is {}, which is not known here", in_quotes(std::string(name), 60)));
}

}  // namespace

bool of_diffusers(const ConfigSection& config) {
  return config.has(kClass, ConfigValue::Kind::text) && !config.has("model_type");
}

Layers read_diffusers(const ConfigSection& config) {
  const std::string name =
      deciding(config.record(), {kModel, kPositions}, [&] { return *config.word(kClass); });
  for (const char* key : kHarmless) config.record().accept(config.path(key));
  try {
    return read_class(config, name);
  } catch (const NotExpressible& error) {
    return {{.positions = LayerPositions::unknown, .words = error.what()}};
  }
}

}  // namespace sextant
