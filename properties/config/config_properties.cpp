#include <gmock/gmock.h>

#include "config/config_files.hpp"

namespace sextant {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

/// Old keys, new keys, and where they may stand, say the same.
TEST(ModelConfig, OldAndNewKeysMeanTheSame) {
  const std::string llama =
      "rope dim=128 base=500000 scaling=llama3 factor=8 original-context=8192";
  const std::string parts =
      "\"factor\": 8.0, \"low_freq_factor\": 1.0, \"high_freq_factor\": 4.0, "
      "\"original_max_position_embeddings\": 8192";
  const std::string around = "\"max_position_embeddings\": 131072";
  for (const char* type : {"rope_type", "type"}) {
    const std::string dict = std::string("{\"") + type + "\": \"llama3\", " + parts;
    EXPECT_EQ(meaning(head_of(
                  128, around + ", \"rope_theta\": 500000.0, \"rope_scaling\": " + dict + "}")),
              llama);
    EXPECT_EQ(meaning(head_of(
                  128, around + ", \"rope_theta\": 500000, \"rope_parameters\": " + dict + "}")),
              llama);
    EXPECT_EQ(
        meaning(head_of(128, around + ", \"rope_parameters\": " + dict + ", \"rope_theta\": 5e5}")),
        llama);
    EXPECT_EQ(meaning(head_of(128, around + ", \"rope_theta\": 5E+5, \"rope_scaling\": " + dict +
                                       ", \"rope_theta\": 500000.0}, \"rope_parameters\": null")),
              llama);
  }
  EXPECT_EQ(meaning("{\"hidden_size\": 4096, \"num_attention_heads\": 32, \"head_dim\": null, "
                    "\"rope_theta\": 1e6, \"rope_scaling\": null}"),
            "rope dim=128 base=1000000");
  EXPECT_EQ(meaning("{\"model_type\": \"llama\", \"hidden_size\": 4096, "
                    "\"num_attention_heads\": 32}"),
            "rope dim=128");
  EXPECT_EQ(meaning("{\"hidden_size\": 6144, \"num_attention_heads\": 64, \"rotary_pct\": 0.25, "
                    "\"rotary_emb_base\": 10000}"),
            "rope dim=24");
  EXPECT_EQ(meaning("{\"model_type\": \"gptj\", \"n_embd\": 4096, \"n_head\": 16, "
                    "\"rotary_dim\": 64, \"n_positions\": 2048}"),
            "rope dim=64 layout=interleaved");
  EXPECT_EQ(meaning(head_of(96, "\"rope_theta\": 1, \"partial_rotary_factor\": 0.5")),
            "rope dim=48 base=1");
  EXPECT_EQ(meaning(head_of(96,
                            "\"rope_parameters\": {\"rope_theta\": 7, "
                            "\"partial_rotary_factor\": 0.5}")),
            "rope dim=48 base=7");
}

/// rope_interleave says what vectors pair; else the model's type does.
TEST(ModelConfig, TheConfigSaysWhatVectorsPair) {
  const auto of = [](const std::string& more) {
    return config_of(
        "{\"qk_rope_head_dim\": 64, \"hidden_size\": 7168, "
        "\"num_attention_heads\": 128, \"rope_theta\": 10000" +
        more + "}");
  };
  for (const char* type : {"deepseek_v3", "deepseek_v32"}) {
    const std::string named = std::string(", \"model_type\": \"") + type + "\"";
    const ModelConfig plain = of(named);
    EXPECT_EQ(std::get<Rotary>(plain.encoding).layout, Pairing::interleaved);
    EXPECT_THAT(plain.warnings, Contains(HasSubstr("turns channels 2i and 2i+1 of vectors")));
    EXPECT_EQ(std::get<Rotary>(of(named + ", \"rope_interleave\": false").encoding).layout,
              Pairing::half_split);
    EXPECT_EQ(std::get<Rotary>(of(named + ", \"rope_interleave\": true").encoding).layout,
              Pairing::interleaved);
  }
  EXPECT_EQ(std::get<Rotary>(of(", \"rope_interleave\": true").encoding).layout,
            Pairing::interleaved);
  EXPECT_EQ(std::get<Rotary>(of("").encoding).layout, Pairing::half_split);
}

/// Model types of sections inside a config, with the pairs and parts of their code in Transformers.
TEST(ModelConfig, ModelTypesOfSectionsAreKnown) {
  const std::pair<const char*, const char*> types[] = {
      {"qwen3_vl_moe_text", "rope dim=64"},
      {"qwen2_5_omni_text", "rope dim=64"},
      {"qwen3_5_moe_text", "rope dim=16"},
      {"glm4v_moe_text", "rope dim=32"},
      {"ernie4_5_vl_moe_text", "rope dim=64 layout=interleaved"}};
  for (const auto& [type, expected] : types) {
    const std::string text = std::string("{\"text_config\": {\"model_type\": \"") + type +
                             "\", \"head_dim\": 64, \"rope_theta\": 10000}}";
    EXPECT_EQ(meaning(text), expected) << type;
    EXPECT_THAT(config_of(text).warnings, testing::Not(Contains(HasSubstr("is not known"))));
  }
}

TEST(ModelConfig, EveryScalingIsRead) {
  const auto scaled = [](const std::string& dict, const std::string& more = "") {
    return meaning(head_of(8, "\"rope_theta\": 10000, \"max_position_embeddings\": 4096, " + more +
                                  "\"rope_scaling\": {" + dict + "}"));
  };
  EXPECT_EQ(scaled("\"type\": \"linear\", \"factor\": 2.5"),
            "rope dim=8 scaling=linear factor=5/2");
  EXPECT_EQ(scaled("\"type\": \"dynamic\", \"factor\": 2"),
            "rope dim=8 scaling=dynamic factor=2 original-context=4096");
  EXPECT_EQ(scaled("\"type\": \"dynamic\", \"factor\": 2",
                   "\"original_max_position_embeddings\": 1024, "),
            "rope dim=8 scaling=dynamic factor=2 original-context=4096");
  EXPECT_EQ(scaled("\"type\": \"default\""), "rope dim=8");
  EXPECT_EQ(scaled("\"type\": \"mrope\", \"rope_type\": \"default\", \"mrope_section\": [1, 1, 2]"),
            "rope dim=8");
  EXPECT_EQ(scaled("\"type\": \"yarn\", \"factor\": 40, \"original_max_position_embeddings\": 1024,"
                   "\"beta_fast\": 0, \"beta_slow\": 0.5, \"mscale\": 0.707, \"mscale_all_dim\": 1,"
                   "\"truncate\": false"),
            "rope dim=8 scaling=yarn factor=40 original-context=1024 beta-slow=1/2 truncate=no "
            "mscale=707/1000 mscale-all-dim=1");
  EXPECT_EQ(scaled("\"type\": \"yarn\", \"factor\": 8, \"attention_factor\": 1.2, \"beta_fast\": 1",
                   "\"original_max_position_embeddings\": 512, "),
            "rope dim=8 scaling=yarn factor=8 original-context=512 attention-factor=6/5 "
            "beta-fast=1");
  EXPECT_EQ(scaled("\"type\": \"su\", \"short_factor\": [1, 1, 1.5, 2], "
                   "\"long_factor\": [1.0, 2, 3, 4], \"original_max_position_embeddings\": 99",
                   "\"original_max_position_embeddings\": 1024, "),
            "rope dim=8 scaling=longrope factor=4 original-context=1024 short-factor=1,1,3/2,2 "
            "long-factor=1,2,3,4");
  EXPECT_EQ(scaled("\"type\": \"proportional\", \"partial_rotary_factor\": 0.5"),
            "rope dim=8 scaling=proportional partial=1/2");
}

/// A number is what is written: 0.707 is no double.
TEST(ModelConfig, NumbersAreExact) {
  const auto base = [](const std::string& written) {
    return std::get<Rotary>(config_of(head_of(8, "\"rope_theta\": " + written)).encoding).base;
  };
  EXPECT_EQ(base("0.707"), Rational(707, 1000));
  EXPECT_EQ(base("1.2079441541679836"), parse_rational("1.2079441541679836"));
  EXPECT_EQ(base("123456789012345678901234567890"),
            parse_rational("123456789012345678901234567890"));
  EXPECT_EQ(base("18446744073709551615"), parse_rational("2^64") - 1);
  EXPECT_EQ(base("1e-300"), parse_rational("1e-300"));
}

TEST(ModelConfig, PythonsDoublesCountChannels) {
  const auto part = [](int head, const std::string& factor) {
    return config_of(head_of(head, "\"rope_theta\": 1e4, \"partial_rotary_factor\": " + factor));
  };
  const ModelConfig less = part(100, "0.29 ");
  EXPECT_EQ(std::get<Rotary>(less.encoding).dim, 28);  // 100 * 0.29 is 28.999999999999996
  EXPECT_EQ(less.head, 100);
  EXPECT_THAT(less.warnings, Contains(HasSubstr("int(100 * 0.29) is 28")));
  EXPECT_THAT(part(128, "0.75").warnings, IsEmpty());
  EXPECT_EQ(std::get<Rotary>(part(128, "0.75").encoding).dim, 96);
  EXPECT_EQ(std::get<Rotary>(part(80, "0.4").encoding).dim, 32);
  EXPECT_EQ(std::get<Rotary>(part(20, "0.7").encoding).dim,
            14);  // of 13.999999999999999, rounded to 14
  EXPECT_EQ(std::get<Rotary>(part(64, "0.99999999999999999999").encoding).dim,
            64);  // which is 1 in doubles
  const std::string proportional =
      "\"rope_parameters\": {\"rope_type\": \"proportional\", "
      "\"rope_theta\": 1e6, \"partial_rotary_factor\": 0.58}";
  const ModelConfig few = config_of(head_of(100, proportional));
  EXPECT_EQ(std::get<Rotary>(few.encoding).dim, 100);
  EXPECT_EQ(std::get<Rotary>(few.encoding).context.partial,
            Rational(56, 100));  // 57.99999999999999 // 2 is 28
  EXPECT_THAT(few.warnings, Contains(HasSubstr("is 28 in doubles")));
}

/// Gemma 3 before and after, Gemma 4, ModernBERT, OLMo 3.
TEST(ModelConfig, LayersThatRotateDifferentlyMustBeChosen) {
  const std::string by_kind = head_of(
      16,
      "\"global_head_dim\": 32, \"rope_theta\": 77, \"rope_parameters\": {\"full_attention\": "
      "{\"rope_type\": "
      "\"linear\", \"factor\": 8, \"rope_theta\": 1e6}, \"sliding_attention\": {\"rope_type\": "
      "\"default\", \"rope_theta\": 1e4}}");
  EXPECT_EQ(meaning(by_kind, "full_attention"), "rope dim=32 base=1000000 scaling=linear factor=8");
  EXPECT_EQ(meaning(by_kind, "sliding_attention"), "rope dim=16");
  for (const char* kind : {"", "other"}) {
    EXPECT_THAT(refusal(by_kind, kind), HasSubstr("'full_attention', 'sliding_attention'"));
    EXPECT_THAT(refusal(by_kind, kind), HasSubstr("--layer-type"));
  }
  const std::string gemma3 =
      head_of(16,
              "\"rope_theta\": 1000000.0, \"rope_local_base_freq\": 5000.0, \"rope_scaling\": "
              "{\"rope_type\": \"linear\", \"factor\": 8.0}");
  EXPECT_EQ(meaning(gemma3, "full_attention"), "rope dim=16 base=1000000 scaling=linear factor=8");
  EXPECT_EQ(meaning(gemma3, "sliding_attention"), "rope dim=16 base=5000");
  const std::string modernbert =
      head_of(16, "\"global_rope_theta\": 160000.0, \"local_rope_theta\": 9000.0");
  EXPECT_EQ(meaning(modernbert, "full_attention"), "rope dim=16 base=160000");
  EXPECT_EQ(meaning(modernbert, "sliding_attention"), "rope dim=16 base=9000");
  const std::string olmo3 =
      head_of(16,
              "\"model_type\": \"olmo3\", \"rope_theta\": 500000, \"max_position_embeddings\": "
              "65536, \"rope_scaling\": {\"rope_type\": \"yarn\", \"factor\": 8.0, "
              "\"original_max_position_embeddings\": 8192}");
  EXPECT_EQ(meaning(olmo3, "full_attention"),
            "rope dim=16 base=500000 scaling=yarn factor=8 original-context=8192");
  EXPECT_EQ(meaning(olmo3, "sliding_attention"), "rope dim=16 base=500000");
  EXPECT_THAT(refusal(head_of(16, "\"rope_theta\": 1"), "full_attention"),
              HasSubstr("leave --layer-type out"));
}

TEST(ModelConfig, TheLanguageModelIsFoundInside) {
  const std::string inner = head_of(64, "\"rope_theta\": 1000000, \"max_position_embeddings\": 77");
  const std::string whole =
      "{\"vision_config\": {\"hidden_size\": 3}, \"model_type\": \"cohere\", "
      "\"text_config\": " +
      inner + "}";
  EXPECT_EQ(meaning(whole), "rope dim=64 base=1000000 layout=interleaved");
  EXPECT_EQ(config_of(whole).positions, Position{77});
  EXPECT_EQ(meaning("{\"thinker_config\": {\"text_config\": " + inner + "}}"),
            "rope dim=64 base=1000000");
  EXPECT_EQ(meaning("{\"hidden_size\": 8, \"num_attention_heads\": 2, \"rope_theta\": 3, "
                    "\"text_config\": {\"bos_token_id\": 1}}"),
            "rope dim=4 base=3");
}

TEST(ModelConfig, WhatIsDecidedIsSaid) {
  const auto warned = [](const std::string& more) {
    return config_of(head_of(8, "\"max_position_embeddings\": 4096, " + more)).warnings;
  };
  EXPECT_THAT(warned("\"rope_theta\": 1e4"), IsEmpty());
  EXPECT_THAT(warned("\"rope_scaling\": null"), Contains(HasSubstr("rope_theta")));
  EXPECT_EQ(meaning(head_of(8, "\"model_type\": \"gpt_oss\", \"rope_scaling\": null")),
            "rope dim=8 base=150000");
  EXPECT_THAT(warned("\"rope_theta\": 1, \"rope_scaling\": {\"type\": \"linear\", \"factor\": 2, "
                     "\"finetuned\": true}"),
              Contains(HasSubstr("rope_scaling.finetuned")));
  EXPECT_THAT(warned("\"rope_theta\": 1, \"rope_scaling\": {\"type\": \"default\", "
                     "\"mrope_section\": [1, 1, 2]}"),
              Contains(HasSubstr("three positions")));
  const std::string yarn =
      "\"rope_theta\": 10, \"rope_scaling\": {\"type\": \"yarn\", "
      "\"original_max_position_embeddings\": 1024, \"factor\": ";
  EXPECT_THAT(warned(yarn + "4}"), IsEmpty());
  EXPECT_THAT(warned(yarn + "2}"), Contains(HasSubstr("rope_scaling.factor")));
  EXPECT_THAT(warned(yarn + "4, \"beta_fast\": 0.5}"), Contains(HasSubstr("beta_fast")));
  EXPECT_THAT(warned("\"model_type\": \"glm4\", \"rope_theta\": 1"),
              Contains(HasSubstr("--layout interleaved")));
  EXPECT_THAT(
      config_of("{\"hidden_size\": 17, \"num_attention_heads\": 2, \"rope_theta\": 1}").warnings,
      Contains(HasSubstr("num_attention_heads")));
  const std::string apart =
      "\"rope_theta\": 1, \"qk_rope_head_dim\": 4, \"partial_rotary_factor\": 0.5";
  EXPECT_THAT(warned(apart), Contains(HasSubstr("partial_rotary_factor")));
  EXPECT_EQ(meaning(head_of(8, apart)), "rope dim=4 base=1");
}

/// Numbers that the code of a model type has.
TEST(ModelConfig, ModelTypesHaveDefaults) {
  const auto of = [](const std::string& type, const std::string& more = "") {
    return meaning(
        "{\"hidden_size\": 2560, \"num_attention_heads\": 32, \"rope_theta\": 10000, "
        "\"model_type\": \"" +
        type + "\"" + more + "}");
  };
  EXPECT_EQ(of("stablelm"), "rope dim=20");
  EXPECT_EQ(of("stablelm", ", \"partial_rotary_factor\": 1.0"), "rope dim=80");
  EXPECT_EQ(of("phi"), "rope dim=40");
  EXPECT_EQ(of("glm4"), "rope dim=40 layout=interleaved");
  EXPECT_EQ(of("llama"), "rope dim=80");
  EXPECT_EQ(of("gemma2"), "rope dim=256");
  EXPECT_EQ(of("gemma2", ", \"head_dim\": 128"), "rope dim=128");
}

}  // namespace
}  // namespace sextant
