#include <gmock/gmock.h>

#include "config/config_files.hpp"

namespace sextant {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// no_rope_layers has 1 where a layer rotates (huggingface/transformers#37344 had it the other way
/// round); without it, every fourth layer does not (SmolLM3, Llama 4).
TEST(LayerKinds, OneInNoRopeLayersMeansThatItRotates) {
  const std::string head = R"("model_type": "smollm3", "rope_theta": 5e6, "num_hidden_layers": 5)";
  EXPECT_THAT(
      kinds_of(head_of(8, head + R"(, "no_rope_layers": [1, 0, 1, 1, 0])")),
      ElementsAre("with rotation 0,2,3: rope dim=8 base=5000000", "no rotation 1,4: absent"));
  EXPECT_THAT(
      kinds_of(head_of(8, head)),
      ElementsAre("with rotation 0,1,2,4: rope dim=8 base=5000000", "no rotation 3: absent"));
  EXPECT_THAT(
      kinds_of(head_of(8, head + R"(, "no_rope_layer_interval": 2)")),
      ElementsAre("with rotation 0,2,4: rope dim=8 base=5000000", "no rotation 1,3: absent"));
  EXPECT_THAT(kinds_of(head_of(8, head + R"(, "no_rope_layers": [1, 1, 1, 1, 1])")),
              ElementsAre(" 0,1,2,3,4: rope dim=8 base=5000000"));
  EXPECT_EQ(meaning(head_of(8, head)), "rope dim=8 base=5000000");  // one kind rotates
  EXPECT_EQ(meaning(head_of(8, head), "with rotation"), "rope dim=8 base=5000000");
  EXPECT_THAT(refusal(head_of(8, head), "no rotation"), HasSubstr("no rotation (NoPE)"));
  EXPECT_THAT(refusal(head_of(8, head + R"(, "no_rope_layers": [1, 2, 1, 1, 0])")),
              HasSubstr("no_rope_layers[1] is '2'"));
  EXPECT_THAT(refusal(head_of(8, head + R"(, "no_rope_layers": [1, 0])")),
              HasSubstr("no_rope_layers has 2 entries for 5 layers"));
}

/// Only sliding layers of Cohere 2 and EXAONE 4 rotate (their code in Transformers).
TEST(LayerKinds, SlidingLayersMayRotateAlone) {
  const std::string cohere = R"("model_type": "cohere2", "rope_theta": 5e4)";
  EXPECT_THAT(kinds_of(head_of(8, cohere + R"(, "num_hidden_layers": 8,
                                              "sliding_window_pattern": 4)")),
              ElementsAre("with rotation 0,1,2,4,5,6: rope dim=8 base=50000 layout=interleaved",
                          "no rotation 3,7: absent"));
  EXPECT_THAT(kinds_of(head_of(8, cohere + R"(, "num_hidden_layers": 2, "layer_types":
                                              ["full_attention", "sliding_attention"])")),
              ElementsAre("with rotation 1: rope dim=8 base=50000 layout=interleaved",
                          "no rotation 0: absent"));
  EXPECT_THAT(kinds_of(head_of(8, cohere + R"(, "num_hidden_layers": 5)")),
              ElementsAre("with rotation 0,1,2,4: rope dim=8 base=50000 layout=interleaved",
                          "no rotation 3: absent"));
  EXPECT_THAT(kinds_of(head_of(8, cohere)),
              ElementsAre("with rotation: rope dim=8 base=50000 layout=interleaved",
                          "no rotation: absent"));
  const std::string exaone =
      R"("model_type": "exaone4", "rope_theta": 1e6, "num_hidden_layers": 6, )";
  EXPECT_THAT(
      kinds_of(head_of(8, exaone + R"("sliding_window": 4096,
                                              "sliding_window_pattern": "LLLG")")),
      ElementsAre("with rotation 0,1,2,4: rope dim=8 base=1000000", "no rotation 3,5: absent"));
  EXPECT_THAT(kinds_of(head_of(8, exaone + R"("sliding_window": null)")),
              ElementsAre(" 0,1,2,3,4,5: rope dim=8 base=1000000"));
  EXPECT_THAT(refusal(head_of(8, exaone + R"("sliding_window_pattern": "LXG")")),
              HasSubstr("sliding_window_pattern is 'LXG'"));
}

TEST(LayerKinds, EveryLayerIsNumberedByItsKind) {
  EXPECT_THAT(kinds_of(head_of(16, R"("rope_theta": 1e6, "rope_local_base_freq": 1e4,
                               "num_hidden_layers": 7, "sliding_window_pattern": 6)")),
              ElementsAre("full_attention 5: rope dim=16 base=1000000",
                          "sliding_attention 0,1,2,3,4,6: rope dim=16"));
  EXPECT_THAT(kinds_of(head_of(16, R"("global_rope_theta": 160000, "local_rope_theta": 1e4,
                               "num_hidden_layers": 5, "global_attn_every_n_layers": 3)")),
              ElementsAre("full_attention 0,3: rope dim=16 base=160000",
                          "sliding_attention 1,2,4: rope dim=16"));
  const std::string nested = R"("rope_parameters": {
      "full_attention": {"rope_type": "default", "rope_theta": 1e6},
      "sliding_attention": {"rope_type": "default", "rope_theta": 1e4}}, "num_hidden_layers": 3)";
  EXPECT_THAT(kinds_of(head_of(16, nested + R"(, "layer_types": ["sliding_attention",
                                   "full_attention", "sliding_attention"])")),
              ElementsAre("full_attention 1: rope dim=16 base=1000000",
                          "sliding_attention 0,2: rope dim=16"));
  EXPECT_THAT(kinds_of(head_of(16, nested)), ElementsAre("full_attention: rope dim=16 base=1000000",
                                                         "sliding_attention: rope dim=16"));
  EXPECT_THAT(refusal(head_of(16, nested + R"(, "layer_types": ["full_attention"])")),
              HasSubstr("layer_types has 1 entries for 3 layers"));
  EXPECT_THAT(kinds_of(head_of(16, R"("rope_theta": 1, "n_layer": 2)")),
              ElementsAre(" 0,1: rope dim=16 base=1"));
}

/// The config.json of Gemma 3 27B has no base at all; ggml-org/llama.cpp#14367 scaled all layers.
TEST(LayerKinds, ModelTypesHaveDefaultsOfTheirOwn) {
  EXPECT_THAT(kinds_of(R"({"model_type": "gemma3", "text_config": {"model_type": "gemma3_text",
                  "head_dim": 128, "num_hidden_layers": 7, "rope_scaling": {"factor": 8.0,
                  "rope_type": "linear"}}})"),
              ElementsAre("full_attention 5: rope dim=128 base=1000000 scaling=linear factor=8",
                          "sliding_attention 0,1,2,3,4,6: rope dim=128"));
  const auto kinds = layers_of(R"({"model_type": "modernbert", "hidden_size": 768,
      "num_attention_heads": 12})");
  ASSERT_EQ(kinds.size(), 2U);
  EXPECT_EQ(said_of(kinds[0]), "rope dim=64 base=160000");
  EXPECT_EQ(said_of(kinds[1]), "rope dim=64");
  EXPECT_THAT(kinds[0].warnings, Contains(HasSubstr("global_rope_theta is not in the config")));
  EXPECT_THAT(meaning(head_of(8, R"("model_type": "smollm3", "rope_scaling": null)")),
              HasSubstr("base=2000000"));
}

/// Layers of layer_types without a rotation of their own: convolutions, and linear attention.
TEST(LayerKinds, OtherLayersAreKindsToo) {
  const std::string mixed = R"("rope_theta": 1, "num_hidden_layers": 2, "layer_types": [
      "linear_attention", "full_attention"], "model_type": )";
  // A quarter of a head turns by default.
  EXPECT_THAT(kinds_of(head_of(8, mixed + "\"qwen3_next\"")),
              ElementsAre("with rotation 1: rope dim=2 base=1", "linear_attention 0: absent"));
  EXPECT_THAT(kinds_of(head_of(8, mixed + "\"bailing_hybrid\"")),
              ElementsAre("with rotation 1: rope dim=8 base=1", "linear_attention 0: unknown"));
  EXPECT_THAT(config_of(head_of(8, mixed + "\"bailing_hybrid\"")).warnings,
              Contains(HasSubstr("not the encoding of the layers 'linear_attention'")));
  EXPECT_THAT(kinds_of(head_of(8, R"("rope_theta": 1, "layer_types": ["conv", "full_attention"])")),
              ElementsAre("with rotation 1: rope dim=8 base=1", "conv 0: absent"));
  std::string many = R"("rope_theta": 1, "layer_types": ["a")";
  for (int i = 0; i < 70; ++i) many += ", \"kind " + std::to_string(i) + "\"";
  EXPECT_THAT(refusal(head_of(8, many + "]")), HasSubstr("layer_types has more than 64 kinds"));
}

/// DeepSeek-V4: layers that compress have another base, YaRN, and amplitude 1.  Its Transformers
/// configuration makes the sections of the second text from the keys of the first.
TEST(LayerKinds, LayersThatCompressHaveABaseOfTheirOwn) {
  const std::string yarn = R"("factor": 16, "original_max_position_embeddings": 65536)";
  const std::string head =
      R"({"model_type": "deepseek_v4", "max_position_embeddings": 1048576, "head_dim": 512, )";
  const auto expected =
      ElementsAre("main 1,3: rope dim=64 layout=interleaved rotated-channels=last",
                  "compress 0,2: rope dim=64 base=160000 layout=interleaved rotated-channels=last "
                  "scaling=yarn factor=16 original-context=65536 attention-factor=1");
  EXPECT_THAT(kinds_of(head + R"("qk_rope_head_dim": 64, "rope_theta": 10000,
                  "compress_rope_theta": 160000, "compress_ratios": [128, 0, 4, 0],
                  "num_hidden_layers": 3, "rope_scaling": {"type": "yarn", )" +
                       yarn + "}}"),
              expected);
  const std::string sections = R"("main": {"rope_type": "default", "rope_theta": 10000,
      "partial_rotary_factor": 0.125}, "compress": {"rope_type": "yarn", "rope_theta": 160000,
      "partial_rotary_factor": 0.125, )" +
                               yarn + "}}";
  const std::string types = R"("layer_types": ["heavily_compressed_attention",
      "sliding_attention", "compressed_sparse_attention", "sliding_attention"],
      "rope_parameters": {)";
  EXPECT_THAT(kinds_of(head + types + sections + "}"), expected);
  EXPECT_THAT(
      kinds_of(head + R"("compress_ratios": [128, 0, 4, 0, 4, 0], "num_hidden_layers": 4, )" +
               types + sections + "}"),
      ElementsAre(StartsWith("main 1,3,5: "), StartsWith("compress 0,2,4: ")));
  const auto cut = layers_of(head + types + "\"truncate\": false, " + sections + "}");
  EXPECT_THAT(said_of(cut[1]), HasSubstr("truncate=no"));  // Transformers reads it beside the kinds
  EXPECT_THAT(cut[0].remarks, Contains(HasSubstr("turns the last 64 channels")));
  EXPECT_THAT(cut[0].remarks, Contains(HasSubstr("vLLM applies the scaling")));
  EXPECT_THAT(cut[1].remarks, Contains(HasSubstr("--direction inverse")));
  EXPECT_THAT(cut[1].remarks, Not(Contains(HasSubstr("vLLM"))));
}

/// The base of one kind is not taken for another's, and two that differ are an error.
TEST(LayerKinds, BasesOfAKindDoNotContradict) {
  EXPECT_THAT(refusal(head_of(8, R"("rope_theta": 1, "rope_local_base_freq": 2, "rope_scaling":
                              {"type": "default", "rope_theta": 3})"),
                      "full_attention"),
              HasSubstr("rope_theta contradicts rope_scaling.rope_theta"));
  const auto kinds = layers_of(head_of(8, R"("rope_theta": 77, "rope_parameters": {"a": {
      "rope_theta": 2}})"));
  EXPECT_EQ(said_of(kinds[0]), "rope dim=8 base=2");
  EXPECT_THAT(kinds[0].warnings, Contains(HasSubstr("'rope_theta' of the config is not read")));
}

/// MiMo-V2: hybrid_layer_pattern has 1 where the window slides, and a base of its own.
TEST(LayerKinds, LayersThatSlideMayHaveHeadsOfTheirOwn) {
  const std::string mimo =
      R"("model_type": "mimo_v2_flash", "auto_map": {}, "partial_rotary_factor": 0.334,
         "rope_theta": 5e6, "swa_rope_theta": 10000, "hybrid_layer_pattern": [0, 1, 1, 0])";
  EXPECT_THAT(kinds_of(head_of(192, mimo + R"(, "swa_head_dim": 192)")),
              ElementsAre("full_attention 0,3: rope dim=64 base=5000000",
                          "sliding_attention 1,2: rope dim=64"));
  EXPECT_THAT(kinds_of(head_of(192, mimo + R"(, "swa_head_dim": 96)")),
              ElementsAre("full_attention 0,3: rope dim=64 base=5000000",
                          "sliding_attention 1,2: rope dim=32"));
  EXPECT_THAT(kinds_of(head_of(192, mimo + R"(, "rope_scaling": {"type": "linear",
                                               "factor": 2})")),
              ElementsAre("full_attention 0,3: rope dim=64 base=5000000 scaling=linear factor=2",
                          "sliding_attention 1,2: unknown"));
  EXPECT_THAT(refusal(head_of(192, mimo + R"(, "rope_scaling": {"type": "linear",
                                             "factor": 2})")),
              HasSubstr("--layer-type must be one of 'full_attention', 'sliding_attention'"));
}

/// A number beside the kinds is a key of its own.
TEST(LayerKinds, ANumberMayStandBesideTheKinds) {
  const std::string text = head_of(8, R"("rope_parameters": {
      "full_attention": {"rope_type": "linear", "factor": 8, "rope_theta": 1e6},
      "original_max_position_embeddings": 4096,
      "sliding_attention": {"rope_type": "default", "rope_theta": 1e4}})");
  EXPECT_EQ(meaning(text, "full_attention"), "rope dim=8 base=1000000 scaling=linear factor=8");
  EXPECT_EQ(meaning(text, "sliding_attention"), "rope dim=8");
  EXPECT_THAT(layers_of(text)[1].warnings,
              Contains(HasSubstr("rope_parameters.original_max_position_embeddings")));
}

/// Llama 4: 1 + 0.1·ln(⌊(p + 1)/8192⌋ + 1), in layers without rotation alone.  Ministral 3: 1 +
/// β·ln(1 + ⌊p/L₀⌋), in all layers.
TEST(QueryScale, IsReadWhereItApplies) {
  const std::string llama4 = R"("model_type": "llama4_text", "rope_theta": 5e5,
      "num_hidden_layers": 4)";
  auto kinds = layers_of(head_of(8, llama4 + R"(, "attn_temperature_tuning": 4,
      "floor_scale": 4096, "attn_scale": 0.2)"));
  ASSERT_EQ(kinds.size(), 2U);
  EXPECT_FALSE(kinds[0].query_scale);
  ASSERT_TRUE(kinds[1].query_scale);
  EXPECT_EQ(kinds[1].query_scale->beta, Rational(1, 5));
  EXPECT_EQ(kinds[1].query_scale->original, 4096);
  EXPECT_EQ(kinds[1].query_scale->origin, 1);
  kinds = layers_of(head_of(8, llama4));
  ASSERT_TRUE(kinds[1].query_scale);
  EXPECT_EQ(kinds[1].query_scale->original, 8192);
  EXPECT_THAT(kinds[1].warnings,
              Contains(HasSubstr("floor_scale is not in the config: its default 8192")));
  kinds = layers_of(head_of(8, llama4 + R"(, "attn_temperature_tuning": false)"));
  EXPECT_FALSE(kinds[1].query_scale);
  const std::string ministral = R"("max_position_embeddings": 262144, "rope_parameters": {
      "rope_type": "yarn", "rope_theta": 1e6, "factor": 16, "llama_4_scaling_beta": 0.1)";
  const LayerEncoding all =
      only_kind(head_of(128, ministral + R"(, "original_max_position_embeddings": 16384})"));
  ASSERT_TRUE(all.query_scale);
  EXPECT_EQ(all.query_scale->beta, Rational(1, 10));
  EXPECT_EQ(all.query_scale->original, 16384);
  EXPECT_EQ(all.query_scale->origin, 0);
  EXPECT_THAT(all.warnings, IsEmpty());
  EXPECT_THAT(refusal(head_of(128, ministral + "}")),
              HasSubstr("original_max_position_embeddings is missing, though there is a llama_4"));
  EXPECT_THAT(only_kind(head_of(8, R"("rope_theta": 1, "use_logn_attn": true)")).warnings,
              Contains(HasSubstr("use_logn_attn")));
  const LayerEncoding qwen =
      only_kind(head_of(8, R"("rope_theta": 1, "use_logn_attn": true, "seq_length": 2048)"));
  EXPECT_EQ(qwen.query_scale,
            (QueryScale{.form = QueryScale::Form::log_n, .original = 2048, .origin = 1}));
  EXPECT_THAT(qwen.warnings, IsEmpty());
}

}  // namespace
}  // namespace sextant
