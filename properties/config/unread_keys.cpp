#include "sextant/config/unread_keys.hpp"

#include <random>

#include <gmock/gmock.h>

#include "config/config_files.hpp"

namespace sextant {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

/// Configs with one more member at the top level, at the place `+`; and with one in the rope
/// section, at the place `*`.
const std::string kConfigs[] = {
    R"({"head_dim": 8, "rope_theta": 10000, "max_position_embeddings": 4096 +})",
    R"({"head_dim": 8, "rope_theta": 10000, "max_position_embeddings": 4096, "rope_scaling":
        {"type": "linear", "factor": 2 *} +})",
    R"({"text_config": {"head_dim": 8, "rope_parameters": {"rope_type": "yarn", "factor": 4,
        "rope_theta": 1e6, "original_max_position_embeddings": 1024 *} +}})",
    R"({"model_type": "gpt_oss", "head_dim": 8, "max_position_embeddings": 4096, "rope_parameters":
        {"full_attention": {"rope_type": "default", "rope_theta": 1e6 *}, "sliding_attention":
        {"rope_type": "default", "rope_theta": 1e4}} +})",
    R"({"model_type": "bloom", "n_head": 8 +})",
    R"({"model_type": "dbrx", "d_model": 64, "n_heads": 8, "attn_config": {"rope_theta": 10 *} +})",
};

std::string with(const std::string& config, char place, const std::string& member) {
  std::string text;
  for (const char c : config) {
    if (c == place)
      text += ", " + member;
    else if (c != '+' && c != '*')
      text += c;
  }
  return text;
}

/// Whether the result mentions the key: as read, in a warning, or in the words of what is unknown.
bool mentions(const std::string& config, const std::string& key) {
  try {
    for (const LayerEncoding& layers : layers_of(config)) {
      for (const ConfigKey& read : layers.from)
        if (read.key.find(key) != std::string::npos) return true;
      for (const std::string& warning : layers.warnings)
        if (warning.find(key) != std::string::npos) return true;
      if (layers.words.find(key) != std::string::npos) return true;
    }
    return false;
  } catch (const Error& error) {
    return std::string(error.what()).find(key) != std::string::npos;
  }
}

constexpr const char* kWords[] = {"rope", "rotary",  "theta",  "position", "alibi", "yarn",
                                  "ntk",  "scaling", "mscale", "Rope",     "YARN"};
constexpr const char* kValues[] = {"2",   "0.5", "\"dynamic\"", "true",
                                   "[1]", "{}",  "{\"a\": 1}",  "false"};

/// No key with a positional name is ignored silently, whatever its value and its place.
TEST(UnreadKeys, NoPositionalKeyIsIgnoredSilently) {
  std::mt19937_64 random(20170612);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const auto letters = [&] {
    std::string some;
    for (std::size_t i = 1 + below(6); i > 0; --i) some += static_cast<char>('a' + below(26));
    return some;
  };
  for (int i = 0; i < 2000; ++i) {
    const std::string key =
        letters() + "_" + kWords[below(std::size(kWords))] + (below(2) != 0 ? "_" : "") + letters();
    ASSERT_TRUE(looks_positional(key)) << key;
    const char* value = kValues[below(std::size(kValues))];
    const std::string member = "\"" + key + "\": " + value;
    const std::string& config = kConfigs[below(std::size(kConfigs))];
    const char place = config.find('*') == std::string::npos || below(2) != 0 ? '+' : '*';
    const std::string text = with(config, place, member);
    ASSERT_TRUE(mentions(text, key)) << text;
  }
}

/// Keys that public configs have, or had, in every place.  A key that a reader does not know in a
/// place is mentioned all the same.
TEST(UnreadKeys, RealKeysAreReadOrMentioned) {
  const char* const keys[] = {"rope_theta",
                              "rope_scaling",
                              "rope_parameters",
                              "rope_local_base_freq",
                              "rope_pct",
                              "rope_ratio",
                              "rope_dim",
                              "rope_embedding_base",
                              "rope_position_scale",
                              "rope_interleave",
                              "rope_is_neox_style",
                              "rope_scaling_factor",
                              "rotary_dim",
                              "rotary_pct",
                              "rotary_emb_base",
                              "rotary_emb_fraction",
                              "rotary_emb_dim",
                              "rotary_emb_scale_base",
                              "rotary_scaling_factor",
                              "rotary",
                              "partial_rotary_factor",
                              "partial_rotary_factors",
                              "use_dynamic_ntk",
                              "use_scaled_rope",
                              "yarn",
                              "mscale",
                              "mscale_all_dim",
                              "short_mscale",
                              "long_mscale",
                              "apply_yarn_scaling",
                              "llama_4_scaling_beta",
                              "attention_scaling",
                              "compress_rope_theta",
                              "position_encoding_2d",
                              "global_rope_theta",
                              "local_rope_theta",
                              "mrope_section",
                              "mrope_interleaved",
                              "xdrope_section",
                              "alibi_bias_max"};
  for (const char* key : keys) {
    for (const std::string& config : kConfigs) {
      if (config.find('"' + std::string(key) + '"') != std::string::npos) continue;  // is there
      for (const char* value : kValues) {
        if (value == std::string("{}")) continue;  // an empty section says nothing
        const std::string text = with(config, '+', '"' + std::string(key) + "\": " + value);
        EXPECT_TRUE(mentions(text, key)) << text;
      }
    }
  }
}

TEST(UnreadKeys, KeysThatDoNotMatterAreNotMentioned) {
  const auto warned = [](const std::string& more) {
    return only_kind(head_of(8, "\"rope_theta\": 1, " + more)).warnings;
  };
  EXPECT_THAT(warned(R"("use_cache": true, "hidden_act": "silu", "attention_dropout": 0.0,
                        "routed_scaling_factor": 2.5, "original_max_position_embeddings": 4096)"),
              IsEmpty());
  EXPECT_THAT(warned(R"("rope_new": null)"), IsEmpty());
  EXPECT_THAT(warned(R"("rope_new": 1)"), Contains(HasSubstr("'rope_new' of the config")));
}

/// Keys that public configs have a second time, or whose value changes nothing.
TEST(UnreadKeys, KnownCopiesAreNotMentioned) {
  const auto warned = [](const std::string& members) { return only_kind(members).warnings; };
  EXPECT_THAT(warned(head_of(8, R"("rope_theta": 1e6, "theta": 1e6)")), IsEmpty());
  EXPECT_THAT(warned(head_of(8, R"("rope_theta": 1e6, "theta": 1e5)")),
              Contains(HasSubstr("'theta' of the config")));
  EXPECT_THAT(warned(head_of(8, R"("rope_theta": 1e6, "rotary": true)")), IsEmpty());
  const std::string sections =
      R"("max_position_embeddings": 64, "rope_theta": 1e6, "rope_scaling": {"type": "mrope",
         "mrope_section": [2, 1, 1], "mrope_interleaved": true, "interleaved": )";
  EXPECT_THAT(warned(head_of(8, sections + "true}")), IsEmpty());
  EXPECT_THAT(warned(head_of(8, sections + "false}")), Contains(HasSubstr("interleaved'")));
  EXPECT_THAT(warned(R"({"model_type": "granitemoehybrid", "rope_theta": 1e4})"), IsEmpty());
  EXPECT_THAT(warned(R"({"model_type": "marian", "d_model": 8,
                         "static_position_embeddings": true})"),
              IsEmpty());
}

/// A key around the language model counts unless it repeats what is inside.
TEST(UnreadKeys, KeysAroundTheLanguageModelAreMentioned) {
  const auto around = [](const std::string& more) {
    return only_kind("{" + more + R"(, "text_config": {"head_dim": 8, "rope_theta": 1e6}})")
        .warnings;
  };
  EXPECT_THAT(around("\"rope_theta\": 10000"), Contains(HasSubstr("'rope_theta' of the config")));
  EXPECT_THAT(around("\"rope_theta\": 1e6"), IsEmpty());
  EXPECT_THAT(around("\"vision_config\": {\"rope_theta\": 1}"), IsEmpty());
}

}  // namespace
}  // namespace sextant
