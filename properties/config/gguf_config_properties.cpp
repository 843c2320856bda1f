#include <bit>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sextant/config/gguf_architecture.hpp"
#include "sextant/config/gguf_config.hpp"
#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"

namespace sextant {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

GgufEntry real(const std::string& key, float value) {
  return {key,
          {.type = GgufType::f32,
           .text = fmt::format("{}", value),
           .number = std::isfinite(value) ? std::optional(Rational(double{value})) : std::nullopt}};
}
GgufEntry whole(const std::string& key, std::uint64_t value) {
  return {key, {.type = GgufType::u32, .text = std::to_string(value), .number = Rational(value)}};
}
GgufEntry word(const std::string& key, const std::string& value) {
  return {key, {.type = GgufType::text, .text = value}};
}
GgufEntry list(const std::string& key, std::vector<Rational> numbers) {
  const std::uint64_t length = numbers.size();
  return {key, {.type = GgufType::array, .length = length, .numbers = std::move(numbers)}};
}

/// The encodings of a file of this architecture whose heads have 8 channels, unless `more` says.
std::vector<LayerEncoding> encodings(const std::string& architecture,
                                     std::initializer_list<GgufEntry> more,
                                     const GgufDivisors& divisors = {}) {
  GgufMetadata metadata{.file = "'m.gguf'", .entries = {}};
  metadata.entries.push_back(word("general.architecture", architecture));
  for (GgufEntry entry : more) {
    entry.key = architecture + "." + entry.key;
    metadata.entries.push_back(std::move(entry));
  }
  return read_gguf_encodings(metadata, divisors);
}

LayerEncoding only(std::vector<LayerEncoding> all) {
  EXPECT_EQ(all.size(), 1u);
  return std::move(all.at(0));
}

Rotary rotary_of(const LayerEncoding& layers) {
  EXPECT_EQ(layers.positions, LayerPositions::computed) << layers.words;
  return layers.encoding ? std::get<Rotary>(*layers.encoding) : Rotary{};
}

std::string keys_of(const LayerEncoding& layers) {
  std::string keys;
  for (const ConfigKey& key : layers.from) keys += key.key + "=" + key.value + "\n";
  return keys;
}

const GgufEntry kHead = whole("attention.key_length", 8);
const GgufEntry kBase = real("rope.freq_base", 10000);

TEST(GgufConfig, ReadsAPlainModel) {
  const LayerEncoding layers =
      only(encodings("llama", {whole("embedding_length", 64), whole("attention.head_count", 4),
                               whole("context_length", 4096), real("rope.freq_base", 500000),
                               whole("rope.dimension_count", 16)}));
  const Rotary rotary = rotary_of(layers);
  EXPECT_EQ(rotary, (Rotary{.dim = 16, .base = 500000, .layout = Pairing::interleaved}));
  EXPECT_EQ(layers.head, 16);
  EXPECT_EQ(layers.context, Position{4096});
  EXPECT_THAT(layers.warnings, IsEmpty());
  EXPECT_EQ(keys_of(layers),
            "general.architecture=llama\nllama.context_length=4096\n"
            "llama.embedding_length=64\nllama.attention.head_count=4\n"
            "llama.rope.dimension_count=16\nllama.rope.freq_base=500000\n");
}

TEST(GgufConfig, HasTheDefaultsOfLlamaCpp) {
  const LayerEncoding layers = only(
      encodings("qwen2", {whole("embedding_length", 64), list("attention.head_count", {8, 8})}));
  EXPECT_EQ(rotary_of(layers), (Rotary{.dim = 8, .base = 10000, .layout = Pairing::half_split}));
  EXPECT_THAT(layers.defaults,
              ElementsAre("the key rope.freq_base is missing: 10000, llama.cpp's default"));
  EXPECT_THAT(keys_of(layers), HasSubstr("qwen2.rope.freq_base=\n"));
  EXPECT_THAT(keys_of(layers), HasSubstr("qwen2.rope.dimension_count=\n"));
  const LayerEncoding unsized = only(encodings("qwen2", {kBase}));
  EXPECT_EQ(unsized.positions, LayerPositions::unknown);
  EXPECT_THAT(unsized.warnings, IsEmpty()) << "the base is read, too";
}

TEST(GgufConfig, ReadsThePartOfAHeadThatTurns) {
  const LayerEncoding layers = only(encodings(
      "phi2", {kBase, whole("attention.key_length", 80), whole("rope.dimension_count", 32)}));
  EXPECT_EQ(rotary_of(layers).dim, 32);
  EXPECT_EQ(layers.head, 80);
  for (const std::uint64_t turning : {0, 31, 82}) {
    const LayerEncoding wrong = only(encodings("phi2", {kBase, whole("attention.key_length", 80),
                                                        whole("rope.dimension_count", turning)}));
    EXPECT_EQ(wrong.positions, LayerPositions::unknown) << turning;
    EXPECT_THAT(wrong.words, HasSubstr(fmt::format("{} of 80 channels", turning)));
  }
}

TEST(GgufConfig, ScalesLinearly) {
  Rotary expected{.dim = 8};
  expected.context = {.scaling = Scaling::linear, .factor = 4};
  for (const char* key : {"rope.scaling.factor", "rope.scale_linear"}) {
    EXPECT_EQ(rotary_of(only(encodings("qwen2", {kHead, kBase, real(key, 4)}))), expected) << key;
    const LayerEncoding none =
        only(encodings("qwen2", {kHead, kBase, real(key, 4), word("rope.scaling.type", "none")}));
    EXPECT_EQ(rotary_of(none).context, Context{}) << "llama.cpp never scales then";
    EXPECT_EQ(rotary_of(only(encodings("qwen2", {kHead, kBase, real(key, 0)}))).context, Context{})
        << "llama.cpp reads 0 as 1";
  }
  EXPECT_EQ(rotary_of(only(encodings("qwen2", {kHead, kBase, real("rope.scaling.factor", 4),
                                               real("rope.scale_linear", 2)}))),
            expected)
      << "the new key has priority";
  EXPECT_EQ(
      only(encodings("qwen2", {kHead, kBase, word("rope.scaling.type", "dynamic")})).positions,
      LayerPositions::unknown);
}

TEST(GgufConfig, ScalesByYarn) {
  const auto yarn = [](const std::string& architecture, std::initializer_list<GgufEntry> more) {
    std::vector<GgufEntry> all = {kHead,
                                  kBase,
                                  whole("context_length", 4096),
                                  word("rope.scaling.type", "yarn"),
                                  real("rope.scaling.factor", 16),
                                  whole("rope.scaling.original_context_length", 256)};
    all.insert(all.end(), more.begin(), more.end());
    GgufMetadata metadata{.file = "'m.gguf'", .entries = {}};
    metadata.entries.push_back(word("general.architecture", architecture));
    for (GgufEntry& entry : all) {
      entry.key = architecture + "." + entry.key;
      metadata.entries.push_back(std::move(entry));
    }
    return only(read_gguf_encodings(metadata, {}));
  };
  const Context plain{.scaling = Scaling::yarn, .factor = 16, .original = 256};
  EXPECT_EQ(rotary_of(yarn("qwen2", {})).context, plain);
  EXPECT_TRUE(rotary_of(yarn("gpt-oss", {})).context.truncate) << "ggml always rounds outward";
  const LayerEncoding dead = yarn("qwen2", {real("rope.scaling.yarn_beta_fast", 64)});
  EXPECT_EQ(rotary_of(dead).context, plain);
  EXPECT_THAT(dead.warnings,
              Contains(HasSubstr("does not read the key qwen2.rope.scaling.yarn_b")));
  const LayerEncoding read = yarn("mistral3", {real("rope.scaling.yarn_beta_fast", 64),
                                               real("rope.scaling.yarn_log_multiplier", 1)});
  EXPECT_EQ(rotary_of(read).context.beta_fast, 64);
  EXPECT_EQ(rotary_of(read).context.mscale, 1);
  EXPECT_EQ(rotary_of(read).context.mscale_all_dim, 1);
  const Context deepseek =
      rotary_of(yarn("deepseek2", {real("rope.scaling.yarn_log_multiplier", 0.0625)})).context;
  EXPECT_EQ(deepseek.mscale_all_dim, Rational(5, 8)) << "the unit is a tenth";
  EXPECT_EQ(deepseek.mscale, deepseek.mscale_all_dim);
  EXPECT_EQ(rotary_of(yarn("qwen2", {real("rope.scaling.attn_factor", 1.5)})).amplitude,
            Rational(3, 2));
  EXPECT_THAT(yarn("grok", {real("rope.scaling.yarn_attn_factor", 2)}).warnings,
              Contains(HasSubstr("yarn_attn_factor has no effect in llama.cpp")));
  const LayerEncoding beyond = yarn("laguna", {real("rope.scaling.yarn_ext_factor", 64)});
  EXPECT_EQ(beyond.positions, LayerPositions::unknown);
  EXPECT_THAT(beyond.words, HasSubstr("extrapolation-factor"));
}

/// The divisors and the linear factor act together: angles are divided by both.
TEST(GgufConfig, DividesByTheTensorOfTheFile) {
  const GgufDivisors divisors{.always = {1, 1, 2.5, 8}};
  const LayerEncoding layers = only(encodings(
      "llama", {kHead, kBase, whole("context_length", 4096), real("rope.scaling.factor", 2)},
      divisors));
  const Rotary rotary = rotary_of(layers);
  EXPECT_EQ(rotary.context.scaling, Scaling::longrope);
  const std::vector<Rational> expected = {2, 2, 5, 16};
  EXPECT_EQ(rotary.context.short_factor, expected);
  EXPECT_EQ(rotary.context.long_factor, expected);
  EXPECT_EQ(rotary.context.attention_factor, Rational(1));
  EXPECT_THAT(keys_of(layers), HasSubstr("rope_freqs.weight=[4 numbers]"));
  const auto ratios = factors(rotary.context, rotary.base, 8);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(ratios[i], Expression(Rational(1 / expected[i])));
  EXPECT_EQ(rotary_of(only(encodings("llama", {kHead, kBase}, {.always = {1, 1, 1, 1}}))).context,
            Context{});
}

TEST(GgufConfig, KnowsPairsThatDoNotTurn) {
  for (const double still : {1e30, double{1e30F}, std::numeric_limits<double>::infinity()}) {
    const GgufDivisors divisors{.always = {1, still, still, still}};
    const Rotary rotary = rotary_of(only(encodings("gemma4", {kHead, kBase}, divisors)));
    EXPECT_EQ(rotary.context.scaling, Scaling::proportional) << still;
    EXPECT_EQ(rotary.context.partial, Rational(1, 4));
    const auto ratios = factors(rotary.context, rotary.base, 8);
    EXPECT_EQ(ratios[0], Expression(1));
    for (std::size_t i = 1; i < 4; ++i) EXPECT_EQ(ratios[i], Expression(0));
  }
  for (const std::vector<double>& other :
       {std::vector<double>{1, 1e30, 1, 1e30}, {2, 1e30, 1e30, 1e30}, {1e30, 1e30, 1e30, 1e30}}) {
    const LayerEncoding layers = only(encodings("gemma4", {kHead, kBase}, {.always = other}));
    EXPECT_EQ(layers.positions, LayerPositions::unknown);
    EXPECT_THAT(layers.words, HasSubstr("rope_freqs.weight has pairs that do not turn"));
  }
}

TEST(GgufConfig, RefusesDivisorsThatDoNotFit) {
  const auto words = [](const GgufDivisors& divisors, std::initializer_list<GgufEntry> more) {
    const LayerEncoding layers = only(encodings("llama", more, divisors));
    EXPECT_EQ(layers.positions, LayerPositions::unknown);
    return layers.words;
  };
  EXPECT_THAT(words({.always = {1, 2}}, {kHead, kBase}), HasSubstr("has 2 numbers; 4 pairs turn"));
  EXPECT_THAT(words({.always = {1, 2, 0, 1}}, {kHead, kBase}), HasSubstr("0 as divisor of pair 2"));
  EXPECT_THAT(words({.always = {1, -2, 1, 1}}, {kHead, kBase}), HasSubstr("-2 as divisor of pair"));
  EXPECT_THAT(words({.always = {1, NAN, 1, 1}}, {kHead, kBase}), HasSubstr("as divisor of pair 1"));
  EXPECT_THAT(words({.always = {1, 2, 1, 1}},
                    {kHead, kBase, word("rope.scaling.type", "yarn"),
                     real("rope.scaling.factor", 2), whole("context_length", 4096)}),
              HasSubstr("and YaRN scales them"));
  const LayerEncoding longer =
      only(encodings("llama", {kHead, kBase}, {.always = {1, 1, 2, 2, 9, 9}}));
  EXPECT_EQ(rotary_of(longer).context.long_factor, (std::vector<Rational>{1, 1, 2, 2}));
  EXPECT_THAT(longer.warnings, Contains(HasSubstr("has 6 numbers; llama.cpp reads the first 4")));
}

TEST(GgufConfig, HasDivisorsOfLongContexts) {
  const GgufDivisors both{.long_contexts = {1, 2, 3, 4}, .short_contexts = {1, 1, 1, 1.5}};
  const auto phi = {kHead, kBase, whole("context_length", 4096),
                    whole("rope.scaling.original_context_length", 256),
                    real("rope.scaling.attn_factor", 1.25)};
  Rotary rotary = rotary_of(only(encodings("phi3", phi, both)));
  EXPECT_EQ(rotary.context.original, 256);
  EXPECT_EQ(rotary.context.long_factor, (std::vector<Rational>{1, 2, 3, 4}));
  EXPECT_EQ(rotary.context.short_factor, (std::vector<Rational>{1, 1, 1, Rational(3, 2)}));
  EXPECT_EQ(rotary.amplitude, Rational(5, 4));
  GgufDivisors all = both;
  all.always = {2, 2, 2, 2};
  const LayerEncoding first = only(encodings("phi3", phi, all));
  EXPECT_EQ(rotary_of(first).context.long_factor, (std::vector<Rational>{2, 2, 2, 2}));
  EXPECT_THAT(first.warnings, Contains(HasSubstr("have no effect beside rope_freqs.weight")));
  const LayerEncoding half = only(encodings("phi3", phi, {.long_contexts = {1, 2, 3, 4}}));
  EXPECT_EQ(rotary_of(half).context.short_factor, (std::vector<Rational>{1, 1, 1, 1}));
  EXPECT_THAT(half.warnings, Contains(HasSubstr("rope_factors_short.weight is missing")));
}

TEST(GgufConfig, GivesLayersWithAWindowTheirOwn) {
  const auto all =
      encodings("gemma3", {kHead, real("rope.freq_base", 1000000), real("rope.scaling.factor", 8),
                           whole("attention.sliding_window", 1024), whole("block_count", 7)});
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].layers, "full_attention");
  EXPECT_THAT(all[0].numbers, ElementsAre(5));
  EXPECT_EQ(rotary_of(all[0]).base, 1000000);
  EXPECT_EQ(rotary_of(all[0]).context.factor, 8);
  EXPECT_EQ(all[1].layers, "sliding_attention");
  EXPECT_THAT(all[1].numbers, ElementsAre(0, 1, 2, 3, 4, 6));
  EXPECT_EQ(rotary_of(all[1]), (Rotary{.dim = 8})) << "10000 and no scaling, as in the source";
  EXPECT_THAT(all[1].defaults, Contains(HasSubstr("rope.freq_base_swa is missing: 10000")));
  const auto other = encodings(
      "mimo2", {kHead, kBase, real("rope.freq_base_swa", 5000), whole("block_count", 3),
                whole("rope.dimension_count_swa", 4), whole("attention.key_length_swa", 6),
                whole("attention.sliding_window", 128),
                list("attention.sliding_window_pattern", {1, 0, 1})});
  ASSERT_EQ(other.size(), 2u);
  EXPECT_THAT(other[0].numbers, ElementsAre(1));
  EXPECT_THAT(other[1].numbers, ElementsAre(0, 2));
  EXPECT_EQ(rotary_of(other[1]), (Rotary{.dim = 4, .base = 5000}));
  EXPECT_EQ(other[1].head, 6);
  EXPECT_EQ(rotary_of(other[0]).dim, 8);
  EXPECT_EQ(encodings("qwen2", {kHead, kBase, whole("attention.sliding_window", 128)}).size(), 1u);
  EXPECT_EQ(encodings("gemma3", {kHead, kBase, whole("attention.sliding_window", 0)}).size(), 1u);
}

/// DeepSeek-V4: layers that compress have another base, YaRN and amplitude 1.  Ratios of draft
/// layers come last.
TEST(GgufConfig, GivesCompressedLayersTheirOwnEncoding) {
  const GgufEntry ratios = list("attention.compress_ratios", {128, 0, 4, 0, 0});
  const GgufEntry base = real("attention.compress_rope_freq_base", 160000);
  const GgufEntry head = whole("attention.key_length", 512),
                  dim = whole("rope.dimension_count", 64);
  const GgufEntry type = word("rope.scaling.type", "yarn"),
                  factor = real("rope.scaling.factor", 16);
  const GgufEntry original = whole("rope.scaling.original_context_length", 65536);
  const GgufEntry blocks = whole("block_count", 4);
  const auto all = encodings("deepseek4", {head, dim, blocks, kBase, ratios, base, type, factor,
                                           original, real("rope.scaling.attn_factor", 2)});
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].layers, "main");
  EXPECT_THAT(all[0].numbers, ElementsAre(1, 3));
  EXPECT_EQ(to_text(*all[0].encoding), "rope dim=64 layout=interleaved rotated-channels=last");
  EXPECT_EQ(all[1].layers, "compress");
  EXPECT_THAT(all[1].numbers, ElementsAre(0, 2));
  EXPECT_EQ(to_text(*all[1].encoding),
            "rope dim=64 base=160000 layout=interleaved rotated-channels=last scaling=yarn "
            "factor=16 original-context=65536 attention-factor=1");
  EXPECT_EQ(all[1].head, 512);
  EXPECT_THAT(all[1].remarks, Contains(HasSubstr("the last 64 channels")));
  EXPECT_THAT(all[1].warnings, Contains(HasSubstr("'deepseek4.rope.scaling.attn_factor'")));
  const GgufEntry none = list("attention.compress_ratios", {0, 0, 0, 0});
  EXPECT_EQ(only(encodings("deepseek4", {head, dim, blocks, kBase, none})).layers, "main");
  const auto without = encodings("deepseek4", {head, dim, blocks, kBase, ratios, type, factor});
  EXPECT_EQ(without.at(1).words, "the key deepseek4.attention.compress_rope_freq_base is missing");
  const auto refusal = [&](std::initializer_list<GgufEntry> more) {
    try {
      (void)encodings("deepseek4", more);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const char* few = "has fewer numbers than the model has layers";
  EXPECT_THAT(refusal({head, dim, blocks, kBase}), HasSubstr("is missing"));
  EXPECT_THAT(refusal({head, dim, blocks, kBase, list("attention.compress_ratios", {4, 0})}),
              HasSubstr(few));
  EXPECT_THAT(refusal({head, dim, blocks, kBase, list("attention.compress_ratios", {4, 0, -4, 0})}),
              HasSubstr("has a number that is no ratio"));
  const auto other = only(encodings("llama", {kHead, kBase, ratios}));
  EXPECT_THAT(other.words, HasSubstr("llama.attention.compress_ratios, which is not understood"));
}

/// block_count includes the layers that predict further tokens.
TEST(GgufConfig, LeavesOutDraftLayers) {
  const auto all = encodings(
      "exaone-moe", {kHead, kBase, whole("block_count", 9), whole("nextn_predict_layers", 1),
                     whole("attention.sliding_window", 128),
                     list("attention.sliding_window_pattern", {1, 1, 1, 0, 1, 1, 1, 0, 0})});
  ASSERT_EQ(all.size(), 2u);
  EXPECT_THAT(all[0].numbers, ElementsAre(3, 7));
  EXPECT_THAT(all[1].numbers, ElementsAre(0, 1, 2, 4, 5, 6));
}

/// OLMo 3: llama.cpp scales its layers of full attention alone.
TEST(GgufConfig, DoesNotScaleWindowsOfOlmo) {
  const auto all =
      encodings("olmo2", {kHead, real("rope.freq_base", 500000), word("rope.scaling.type", "yarn"),
                          real("rope.scaling.factor", 8), real("rope.scaling.attn_factor", 1.25),
                          whole("rope.scaling.original_context_length", 8192),
                          whole("attention.sliding_window", 4096), whole("block_count", 8)});
  ASSERT_EQ(all.size(), 2u);
  EXPECT_THAT(all[0].numbers, ElementsAre(3, 7));
  EXPECT_EQ(rotary_of(all[0]).context.scaling, Scaling::yarn);
  EXPECT_EQ(rotary_of(all[0]).amplitude, Rational(5, 4));
  EXPECT_EQ(rotary_of(all[1]), (Rotary{.dim = 8, .base = 500000}));
  EXPECT_THAT(all[1].warnings, IsEmpty());
  EXPECT_EQ(encodings("olmo2", {kHead, kBase}).size(), 1u) << "OLMo 2 has no windows";
}

/// The divisors of Gemma 4 belong to layers without a window.
TEST(GgufConfig, LeavesLocalLayersOfGemma4Whole) {
  const auto all = encodings(
      "gemma4",
      {kHead, kBase, real("rope.freq_base_swa", 10000), whole("attention.sliding_window", 512)},
      {.always = {1, 1e30, 1e30, 1e30}});
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(rotary_of(all[0]).context.scaling, Scaling::proportional);
  EXPECT_EQ(rotary_of(all[1]).context, Context{});
}

TEST(GgufConfig, KnowsLayersWithoutPositions) {
  const auto smollm = encodings("smollm3", {kHead, kBase, whole("block_count", 8)});
  ASSERT_EQ(smollm.size(), 2u);
  EXPECT_EQ(smollm[0].layers, "with rotation");  // as in a config.json
  EXPECT_EQ(smollm[1].layers, "no rotation");
  EXPECT_THAT(smollm[0].numbers, ElementsAre(0, 1, 2, 4, 5, 6));
  EXPECT_EQ(rotary_of(smollm[0]).dim, 8);
  EXPECT_THAT(smollm[1].numbers, ElementsAre(3, 7));
  EXPECT_EQ(smollm[1].positions, LayerPositions::absent);
  EXPECT_FALSE(smollm[1].query_scale);
  const auto llama4 = encodings("llama4", {kHead, kBase, whole("block_count", 4)});
  ASSERT_EQ(llama4.size(), 2u);
  EXPECT_FALSE(llama4[0].query_scale);
  ASSERT_TRUE(llama4[1].query_scale);
  EXPECT_EQ(llama4[1].query_scale->origin, 1);
  EXPECT_EQ(encodings("llama4", {kHead, kBase, whole("attention.sliding_window", 0)}).size(), 1u);
  const auto cohere = encodings(
      "cohere2", {kHead, kBase, whole("block_count", 4), whole("attention.sliding_window", 4096)});
  ASSERT_EQ(cohere.size(), 2u);
  EXPECT_EQ(cohere[0].positions, LayerPositions::absent);
  EXPECT_THAT(cohere[0].numbers, ElementsAre(3));
  EXPECT_EQ(rotary_of(cohere[1]).layout, Pairing::interleaved);
  EXPECT_EQ(only(encodings("mamba", {})).positions, LayerPositions::absent);
  const auto thinker = [](std::uint64_t window) {
    return encodings("smallthinker", {kHead, kBase, whole("block_count", 5),
                                      whole("attention.sliding_window", window)});
  };
  EXPECT_THAT(thinker(4096).at(1).numbers, ElementsAre(0, 4));
  EXPECT_EQ(thinker(0).size(), 1u);
}

/// A key of Granite is a switch, and the number of layers is one of Baichuan.
TEST(GgufConfig, KnowsSwitchesOfTheSource) {
  const auto flag = [](bool value) {
    return GgufEntry{"rope.scaling.finetuned",
                     {.type = GgufType::boolean,
                      .text = value ? "true" : "false",
                      .number = Rational(value ? 1 : 0)}};
  };
  EXPECT_EQ(only(encodings("granite", {kHead, kBase, flag(false)})).positions,
            LayerPositions::absent);
  EXPECT_EQ(rotary_of(only(encodings("granite", {kHead, kBase, flag(true)}))).dim, 8);
  EXPECT_EQ(rotary_of(only(encodings("granite", {kHead, kBase}))).dim, 8);
  EXPECT_EQ(rotary_of(only(encodings("llama", {kHead, kBase, flag(false)}))).dim, 8);
  const GgufEntry heads = whole("attention.head_count", 40);
  const LayerEncoding large =
      only(encodings("baichuan", {kHead, kBase, heads, whole("block_count", 40)}));
  EXPECT_EQ(std::get<Alibi>(*large.encoding), (Alibi{.heads = 40}));
  EXPECT_EQ(rotary_of(only(encodings("baichuan", {kHead, kBase, whole("block_count", 32)}))).dim,
            8);
}

TEST(GgufConfig, WarnsOfFilesThatDoNotLoadOrMissTensors) {
  const auto part = {kBase, whole("attention.key_length", 80), whole("rope.dimension_count", 32)};
  EXPECT_THAT(only(encodings("llama", part)).warnings,
              Contains(HasSubstr("llama.cpp does not load this file: 32 of 80 channels")));
  EXPECT_THAT(only(encodings("phi2", part)).warnings, IsEmpty());
  const auto phi = {kHead, kBase, word("rope.scaling.type", "longrope")};
  EXPECT_THAT(only(encodings("phi3", phi)).warnings,
              ElementsAre(HasSubstr("has no rope_factors_long.weight: nothing is divided")));
}

TEST(GgufConfig, ReadsTheScaleOfQueries) {
  const LayerEncoding mistral =
      only(encodings("mistral3", {kHead, kBase, real("attention.temperature_scale", 0.5),
                                  whole("rope.scaling.original_context_length", 256)}));
  ASSERT_TRUE(mistral.query_scale);
  EXPECT_EQ(mistral.query_scale->beta, Rational(1, 2));
  EXPECT_EQ(mistral.query_scale->original, 256);
  EXPECT_EQ(mistral.query_scale->origin, 0);
  const LayerEncoding deepseek =
      only(encodings("deepseek2", {kHead, kBase, real("attention.temperature_scale", 0.5),
                                   whole("attention.temperature_length", 512)}));
  EXPECT_EQ(deepseek.query_scale->original, 512);
  const LayerEncoding other =
      only(encodings("llama", {kHead, kBase, real("attention.temperature_scale", 0.5)}));
  EXPECT_FALSE(other.query_scale);
  EXPECT_THAT(other.warnings,
              Contains(HasSubstr("attention.temperature_scale' ('0.5') is not re")));
}

TEST(GgufConfig, ReadsSections) {
  const auto with = [](const std::string& architecture, std::vector<Rational> sections) {
    return only(encodings(architecture,
                          {kHead, kBase, list("rope.dimension_sections", std::move(sections))}));
  };
  const LayerEncoding qwen = with("qwen2vl", {2, 1, 1, 0});
  EXPECT_THAT(qwen.sections, ElementsAre(2, 1, 1));
  EXPECT_FALSE(qwen.alternating);
  EXPECT_EQ(rotary_of(qwen).layout, Pairing::half_split);
  EXPECT_TRUE(with("qwen3vl", {2, 1, 1}).alternating);
  EXPECT_THAT(with("qwen2vl", {2, 2, 2, 0}).sections, IsEmpty());
  EXPECT_THAT(with("qwen2vl", {2, 2, 2, 0}).warnings, Contains(HasSubstr("adds up to 6")));
  EXPECT_THAT(with("qwen2vl", {0, 0, 0, 0}).warnings, IsEmpty());
  EXPECT_EQ(rotary_of(with("glm4", {2, 1, 1, 0})).layout, Pairing::half_split);
}

TEST(GgufConfig, ReadsOtherEncodings) {
  const LayerEncoding mpt = only(
      encodings("mpt", {whole("attention.head_count", 4), real("attention.max_alibi_bias", 16)}));
  EXPECT_EQ(std::get<Alibi>(*mpt.encoding), (Alibi{.heads = 4, .max_bias = 16}));
  const LayerEncoding bloom = only(encodings("bloom", {whole("attention.head_count", 4)}));
  EXPECT_EQ(std::get<Alibi>(*bloom.encoding), (Alibi{.heads = 4, .max_bias = 8}));
  EXPECT_EQ(only(encodings("mpt", {whole("attention.head_count", 4)})).positions,
            LayerPositions::unknown);
  const auto t5 = encodings("t5", {whole("attention.relative_buckets_count", 32)});
  ASSERT_EQ(t5.size(), 2u);
  EXPECT_EQ(std::get<T5>(*t5[0].encoding), (T5{.num_buckets = 32, .bidirectional = true}));
  EXPECT_EQ(std::get<T5>(*t5[1].encoding), (T5{.num_buckets = 32, .bidirectional = false}));
  EXPECT_EQ(encodings("t5encoder", {whole("attention.relative_buckets_count", 32)}).size(), 1u);
  const LayerEncoding gpt2 = only(encodings("gpt2", {whole("context_length", 1024)}));
  EXPECT_EQ(gpt2.positions, LayerPositions::learned);
  EXPECT_THAT(gpt2.words, HasSubstr("learned, 1024 rows"));
}

TEST(GgufConfig, SaysWhatItDoesNotKnow) {
  const LayerEncoding strange = only(encodings("strange", {}));
  EXPECT_EQ(strange.positions, LayerPositions::unknown);
  EXPECT_THAT(strange.words, HasSubstr("the architecture 'strange' is not known here"));
  const LayerEncoding turning = only(encodings("strange", {kHead, kBase}));
  EXPECT_EQ(rotary_of(turning).dim, 8);
  EXPECT_THAT(turning.warnings, Contains(HasSubstr("'strange' is not known here")));
  EXPECT_EQ(only(read_gguf_encodings(GgufMetadata{}, {})).positions, LayerPositions::unknown);
  const LayerEncoding layered =
      only(encodings("step35", {kHead, kBase, list("rope.freq_base_per_layer", {10000, 5000})}));
  EXPECT_EQ(layered.positions, LayerPositions::unknown);
  const LayerEncoding unread =
      only(encodings("llama", {kHead, kBase, real("rope.scaling.alpha", 2)}));
  EXPECT_THAT(unread.warnings, ElementsAre("the key 'llama.rope.scaling.alpha' ('2') is not read"));
  GgufMetadata mixed{.file = "'m.gguf'", .entries = {}};
  mixed.entries = {word("general.architecture", "mistral3"), word("tokenizer.rope", "x"),
                   whole("mistral3.attention.key_length", 8),
                   real("mistral3.rope.freq_base", 10000), real("llama.rope.freq_base", 500000)};
  EXPECT_THAT(only(read_gguf_encodings(mixed, {})).warnings,
              ElementsAre("the key 'llama.rope.freq_base' ('500000') is not read"))
      << "a key of another architecture";
}

TEST(GgufConfig, RefusesValuesOfWrongTypes) {
  const auto refusal = [](std::initializer_list<GgufEntry> more) {
    try {
      (void)encodings("llama", more);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal({kHead, word("rope.freq_base", "big")}),
            "'m.gguf': the key 'llama.rope.freq_base' is 'big'; a finite number is needed; "
            "convert or copy the model again");
  EXPECT_THAT(refusal({kHead, real("rope.freq_base", INFINITY)}), HasSubstr("a finite number is"));
  EXPECT_THAT(refusal({kBase, whole("attention.key_length", 1 << 20)}),
              HasSubstr("is '1048576': not one of 0 ... 65536"));
  EXPECT_THAT(refusal({kHead, kBase, real("rope.scaling.type", 1)}), HasSubstr("a text is needed"));
  for (const float base : {0.0F, -1.0F}) {
    const LayerEncoding layers = only(encodings("llama", {kHead, real("rope.freq_base", base)}));
    EXPECT_EQ(layers.positions, LayerPositions::unknown);
    EXPECT_THAT(layers.words, HasSubstr("the keys mean no encoding"));
  }
}

TEST(GgufArchitecture, OccursOnce) {
  for (const char* name : {"llama", "qwen3", "gemma4", "mistral3", "deepseek2", "bert", "rwkv7"}) {
    const GgufArchitecture* found = find_gguf_architecture(name);
    ASSERT_NE(found, nullptr) << name;
    EXPECT_EQ(found->name, name);
  }
  EXPECT_EQ(find_gguf_architecture("Llama"), nullptr);
  EXPECT_EQ(find_gguf_architecture(""), nullptr);
}

TEST(GgufConfig, ReadsAWholeFile) {
  const std::string path = SEXTANT_DATA_DIR "/files/few.gguf";
  for (const LayerEncoding& layers : read_gguf_encodings(path))
    EXPECT_THAT(layers.from, Not(IsEmpty()));
}

}  // namespace
}  // namespace sextant
