#include <random>

#include <gmock/gmock.h>

#include "config/config_files.hpp"

namespace sextant {
namespace {

using testing::HasSubstr;

constexpr const char* kAround = "\"rope_theta\": 10000, \"max_position_embeddings\": 4096, ";

std::string scaling(const std::string& dict) {
  return head_of(8, kAround + ("\"rope_scaling\": {" + dict + "}"));
}

TEST(ModelConfig, RefusesWhatIsNotJson) {
  for (const char* text : {"", "{", "{\"head_dim\": 8,}", "{'head_dim': 8}", "nonsense",
                           "{\"rope_theta\": 1} {}", "{\"rope_theta\": 01}"})
    EXPECT_THAT(refusal(text), HasSubstr("not JSON, at byte")) << text;
  for (const char* word : {"NaN", "Infinity", "-Infinity"}) {
    const std::string why = refusal(head_of(8, std::string("\"rope_theta\": ") + word));
    EXPECT_THAT(why, HasSubstr("rope_theta is '" + std::string(word) + "'"));
    EXPECT_THAT(refusal("{\"a\": [" + std::string(word) + "], b}"),
                HasSubstr("at byte " + std::to_string(11 + std::string(word).size())));
  }
  EXPECT_THAT(refusal(head_of(8, "\"rope_theta\": 1e400")), HasSubstr("'rope_theta'"));
  EXPECT_THAT(refusal("[1]"), HasSubstr("a list"));
  EXPECT_THAT(refusal("7"), HasSubstr("a number"));
  EXPECT_THAT(refusal("{\"head_dim\": 8, \"rope_theta\": 1, \"rope_theta\": 1}"),
              HasSubstr("'rope_theta' is there twice"));
  EXPECT_THAT(refusal("{\"a\": {\"b\": 1, \"c\": [{\"b\": 2, \"b\": 3}]}}"),
              HasSubstr("'a.c.b' is there twice"));
}

/// Python's json writes them: Mamba-2 has `"time_step_limit": [0.0, Infinity]`.
TEST(ModelConfig, ReadsInfinityAsNoNumber) {
  const std::string config =
      R"("rope_theta": 10000, "max_position_embeddings": 4096, "time_step_limit": [-Infinity,Infinity],
         "a\\": NaN, "b": "an \" Infinity")";
  EXPECT_EQ(config_of(head_of(8, config)).head, 8);
}

TEST(ModelConfig, TakesLittleMemory) {
  EXPECT_THAT(refusal("{\"a\": " + std::string(20, '[') + std::string(20, ']') + "}"),
              HasSubstr("nested more than 16 deep"));
  EXPECT_THAT(refusal("{\"a\": " + std::string(1 << 20, '[')), HasSubstr("nested more"));
  std::string many = "{\"a\": [0";
  for (int i = 0; i < 70000; ++i) many += ",0";
  EXPECT_THAT(refusal(many + "]}"), HasSubstr("more than 65536 values"));
  EXPECT_THAT(refusal("{\"a\": \"" + std::string(5 << 20, 'x') + "\"}"), HasSubstr("4 MiB"));
  const std::string digits(30000, '9');
  EXPECT_NE(refusal(head_of(8, "\"rope_theta\": 0." + digits)), "");
}

TEST(ModelConfig, NamesTheKeyThatIsWrong) {
  const std::pair<std::string, const char*> wrong[] = {
      {"{}", "rope_theta is missing"},
      {"{\"rope_theta\": 1}", "head_dim is missing"},
      {"{\"rope_theta\": 1, \"hidden_size\": 8}", "num_attention_heads is missing"},
      {"{\"rope_theta\": 1, \"hidden_size\": 8, \"num_attention_heads\": 16}",
       "num_attention_heads is 16"},
      {head_of(-8, "\"rope_theta\": 1"), "head_dim is '-8'"},
      {head_of(0, "\"rope_theta\": 1"), "head_dim is '0'"},
      {head_of(100000, "\"rope_theta\": 1"), "head_dim is '100000'"},
      {"{\"head_dim\": 8.5, \"rope_theta\": 1}", "head_dim is '8.5'"},
      {"{\"head_dim\": \"8\", \"rope_theta\": 1}", "head_dim is '8', a text"},
      {"{\"head_dim\": [8], \"rope_theta\": 1}", "head_dim is a list"},
      {head_of(7, "\"rope_theta\": 1"), "no pairs"},
      {head_of(8, "\"rope_theta\": 0"), "rope_theta is '0'"},
      {head_of(8, "\"rope_theta\": -1"), "rope_theta is '-1'"},
      {head_of(8, "\"rope_theta\": \"1e4\""), "rope_theta is '1e4', a text"},
      {head_of(8, "\"rope_theta\": true"), "rope_theta is true or false"},
      {head_of(8, "\"rope_scaling\": 4"), "rope_scaling is '4', a number"},
      {head_of(8, "\"alibi\": true, \"rope_theta\": 1"), "alibi is true"},
      {head_of(8, "\"rope_theta\": 1, \"partial_rotary_factor\": 1.5"),
       "partial_rotary_factor is 1.5"},
      {head_of(8, "\"rope_theta\": 1, \"partial_rotary_factor\": 0.1"),
       "partial_rotary_factor leaves nothing"},
      {head_of(8, "\"rope_theta\": 1, \"partial_rotary_factor\": 0.5, \"rotary_pct\": 0.25"),
       "rotary_pct contradicts partial_rotary_factor"},
      {head_of(8, "\"rope_theta\": 1, \"partial_rotary_factor\": 0.5, \"rotary_dim\": 6"),
       "rotary_dim is 6"},
      {head_of(8, "\"rope_theta\": 1, \"rotary_dim\": 16"), "rotary_dim is beyond"},
      {head_of(8, "\"rope_theta\": 1, \"rope_parameters\": {\"rope_theta\": 2}"),
       "rope_theta contradicts rope_parameters.rope_theta"},
      {head_of(8, "\"max_position_embeddings\": -1, \"rope_theta\": 1"),
       "max_position_embeddings is '-1'"},
      {head_of(8, "\"max_position_embeddings\": 1e30, \"rope_theta\": 1"),
       "max_position_embeddings is '1e30'"},
      {head_of(8,
               "\"rope_theta\": 1, \"rope_scaling\": {\"type\": \"default\"}, "
               "\"rope_parameters\": {\"rope_type\": \"linear\", \"factor\": 2}"),
       "rope_scaling contradicts rope_parameters"},
      {scaling("\"type\": \"spiral\""), "rope_scaling.type is 'spiral'"},
      {scaling("\"rope_type\": \"linear\", \"type\": \"yarn\", \"factor\": 2"),
       "rope_scaling.type contradicts rope_type"},
      {scaling("\"factor\": 2"), "rope_scaling.rope_type is missing"},
      {scaling("\"type\": 3"), "rope_scaling.type is '3', a number"},
      {scaling("\"type\": \"linear\""), "rope_scaling.factor is missing"},
      {scaling("\"type\": \"linear\", \"factor\": -2"), "rope_scaling.factor is '-2'"},
      {scaling("\"type\": \"ntk\", \"factor\": 2, \"mixed_b\": -0.5"),
       "rope_scaling.mixed_b is '-0.5'"},
      {scaling("\"type\": \"llama3\", \"factor\": 8, \"high_freq_factor\": 4"),
       "rope_scaling.low_freq_factor is missing"},
      {scaling("\"type\": \"llama3\", \"factor\": 8, \"high_freq_factor\": 1, "
               "\"low_freq_factor\": 4"),
       "rope_scaling.high_freq_factor is below"},
      {scaling("\"type\": \"yarn\""), "rope_scaling.factor is missing"},
      {scaling("\"type\": \"yarn\", \"factor\": 8, \"beta_fast\": -1"),
       "rope_scaling.beta_fast is -1"},
      {scaling("\"type\": \"yarn\", \"factor\": 8, \"truncate\": 0"),
       "rope_scaling.truncate is '0', a number"},
      {scaling("\"type\": \"yarn\", \"factor\": 8, \"attention_factor\": \"1\""),
       "rope_scaling.attention_factor is '1', a text"},
      {scaling("\"type\": \"longrope\", \"long_factor\": [1, 1, 1, 1]"),
       "rope_scaling.short_factor is missing"},
      {scaling("\"type\": \"longrope\", \"long_factor\": [1, 1, 1, 1], \"short_factor\": [1]"),
       "rope_scaling.short_factor has 1 numbers; 4 pairs turn"},
      {scaling("\"type\": \"longrope\", \"short_factor\": [1, 1, 1, 1], \"long_factor\": [1, 1, 1, "
               "1, 1]"),
       "rope_scaling.long_factor has 5"},
      {scaling("\"type\": \"longrope\", \"long_factor\": [1, 1, 1, 1], \"short_factor\": [1, 1, 0, "
               "1]"),
       "rope_scaling.short_factor[2] is '0'"},
      {scaling("\"type\": \"longrope\", \"short_factor\": 4, \"long_factor\": [1, 1, 1, 1]"),
       "rope_scaling.short_factor is '4', a number"},
  };
  for (const auto& [text, why] : wrong) EXPECT_THAT(refusal(text), HasSubstr(why)) << text;
}

/// A yarn of base 1 would divide by ln 1.
TEST(ModelConfig, SaysWhereTheEncodingItselfMeansNothing) {
  EXPECT_THAT(refusal(head_of(8,
                              "\"rope_theta\": 1, \"rope_scaling\": {\"type\": \"yarn\", "
                              "\"factor\": 2, \"original_max_position_embeddings\": 64}, "
                              "\"max_position_embeddings\": 128")),
              HasSubstr("gives no valid encoding: --base 1"));
}

const std::string kHealthy[] = {
    R"({"architectures": ["LlamaForCausalLM"], "head_dim": 128, "hidden_size": 4096,
 "max_position_embeddings": 131072, "model_type": "llama", "num_attention_heads": 32,
 "rope_scaling": {"factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
 "original_max_position_embeddings": 8192, "rope_type": "llama3"}, "rope_theta": 500000.0})",
    R"({"text_config": {"rope_parameters": {"full_attention": {"rope_type": "yarn", "factor": 40,
 "rope_theta": 1e4, "beta_fast": 32, "mscale": 0.707, "mscale_all_dim": 0.707}, "x": null},
 "qk_rope_head_dim": 64, "max_position_embeddings": 163840, "head_dim": null}})",
    R"({"head_dim": 8, "rope_theta": 10000.0, "partial_rotary_factor": 0.75, "rope_scaling":
 {"type": "longrope", "short_factor": [1, 1.0, 1], "long_factor": [1, 1.5e1, 47.77]},
 "original_max_position_embeddings": 4096, "max_position_embeddings": 131072, "rotary_dim": 6})",
    R"({"model_type": "deepseek_v4", "head_dim": 512, "qk_rope_head_dim": 64, "num_hidden_layers": 4,
 "compress_ratios": [128, 0, 4, 0], "rope_theta": 10000, "compress_rope_theta": 160000,
 "rope_scaling": {"type": "yarn", "factor": 16, "original_max_position_embeddings": 65536}})",
    R"({"model_type": "llama4_text", "head_dim": 128, "num_hidden_layers": 4, "rope_theta": 500000,
 "no_rope_layers": [1, 1, 1, 0], "attn_scale": 0.1, "floor_scale": 8192, "layer_types":
 ["chunked_attention", "chunked_attention", "chunked_attention", "full_attention"]})",
    R"({"model_type": "mpt", "d_model": 64, "n_heads": 8, "attn_config": {"alibi": true}})"};

/// Bytes lost, changed, doubled or moved: an encoding or an Error of one line, never a crash.
TEST(DamagedConfig, IsAnEncodingOrAnErrorFull) {
  std::mt19937_64 random(20170612);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  int encodings = 0;
  constexpr int kCases = 10'000;
  for (int i = 0; i < kCases; ++i) {
    std::string text = kHealthy[below(std::size(kHealthy))];
    for (std::size_t damages = 1 + below(3); damages > 0; --damages) {
      const std::size_t at = below(text.size());
      const std::string& other = kHealthy[below(std::size(kHealthy))];
      const std::string piece = other.substr(below(other.size()), below(30));
      switch (below(5)) {
        case 0:
          text.erase(at, 1 + below(4));
          break;
        case 1:
          text[at] = static_cast<char>(below(256));
          break;
        case 2:
          text.insert(at, piece);
          break;
        case 3:
          text.replace(at, piece.size(), piece);
          break;
        default:
          if (const auto digit = text.find_first_of("0123456789", at); digit != std::string::npos)
            text.replace(digit, 1 + below(2), std::to_string(random() >> below(64)));
      }
      if (text.empty()) text = "{";
    }
    const bool refused = !refusal(text, i % 2 == 0 ? "" : "full_attention").empty();
    encodings += refused ? 0 : 1;
    ASSERT_FALSE(HasFailure()) << text;
  }
  EXPECT_GT(encodings, 300);  // else nothing was learnt about one or the other
  EXPECT_LT(encodings, kCases - 300);
}

}  // namespace
}  // namespace sextant
