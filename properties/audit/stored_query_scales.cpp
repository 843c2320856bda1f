#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "audit/model_folder.hpp"

/// Stored factors of the queries are judged by the configuration.
namespace sextant {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* kLlama4 =
    R"({"model_type": "llama4_text", "hidden_size": 1024, "num_attention_heads": 8, "head_dim": 128,
        "num_hidden_layers": 4, "max_position_embeddings": 65536, "rope_theta": 5e5,
        "no_rope_layers": [1, 1, 1, 0], "attn_temperature_tuning": true, "floor_scale": 4096,
        "attn_scale": 0.2})";
constexpr const char* kMinistral =
    R"({"model_type": "ministral3", "hidden_size": 4096, "num_attention_heads": 32,
        "head_dim": 128, "num_hidden_layers": 2, "max_position_embeddings": 262144,
        "rope_parameters": {"rope_type": "yarn", "rope_theta": 1e6, "factor": 16.0,
                            "beta_fast": 32.0, "beta_slow": 1.0, "mscale": 1.0,
                            "mscale_all_dim": 1.0, "llama_4_scaling_beta": 0.1,
                            "original_max_position_embeddings": 16384}})";

/// The audit of a model that stores the factor of each position as `model.attn_scales`.
json audit_of(const char* config, const std::function<float(float)>& factor, int status,
              const std::vector<std::uint64_t>& shape = {40000}) {
  const ModelFolder model(config);
  std::vector<float> factors;
  for (int position = 0; position < 40000; ++position)
    factors.push_back(factor(static_cast<float>(position)));
  put_file(model / "model.safetensors", safetensors_of({{"model.attn_scales", shape, factors}}));
  const json found = model.check(status);
  EXPECT_EQ(found["stored"].size(), 1) << found;
  return found["stored"].at(0);
}

float llama4(float position) { return std::log(std::floor((position + 1) / 4096) + 1) * 0.2F + 1; }

TEST(StoredQueryScale, PassesIfItIsTheConfigurations) {
  for (const std::vector<std::uint64_t>& shape :
       {std::vector<std::uint64_t>{40000}, {1, 40000, 1, 1}}) {
    const json found = audit_of(kLlama4, llama4, 0, shape);
    EXPECT_EQ(found["part"], "query-scale");
    EXPECT_EQ(found["layers"], "no rotation");
  }
  const auto ministral = [](float position) {
    return 1 + 0.1F * std::log(1 + std::floor(position / 16384));
  };
  audit_of(kMinistral, ministral, 0);
}

TEST(StoredQueryScale, FailsWithTheCauseAndTheKeyFull) {
  const auto why = [](const std::function<float(float)>& factor) {
    return audit_of(kLlama4, factor, 1)["why"].get<std::string>();
  };
  EXPECT_THAT(why([](float p) { return std::log((p + 1) / 4096 + 1) * 0.2F + 1; }),
              HasSubstr(R"(query-scale {"floor":"missing"})"));
  EXPECT_THAT(why([](float p) { return std::log(std::floor(p / 4096) + 1) * 0.2F + 1; }),
              HasSubstr("position-offset"));
  EXPECT_THAT(why([](float p) { return std::log(std::floor((p + 1) / 4096) + 1) * 0.1F + 1; }),
              HasSubstr("says attn_scale=0.2, and another value"));
  EXPECT_THAT(why([](float p) { return std::log(std::floor((p + 1) / 8192) + 1) * 0.2F + 1; }),
              HasSubstr("says floor_scale=4096, and another value"));
}

TEST(StoredQueryScale, IsNotJudgedWithoutAClaim) {
  const json found = audit_of(
      R"({"model_type": "llama", "head_dim": 128, "hidden_size": 1024, "rope_theta": 10000.0})",
      llama4, 2);
  EXPECT_EQ(found["outcome"], "not judged");
  EXPECT_THAT(found["why"].get<std::string>(), HasSubstr("no factor of the queries"));
  // Other models train a tensor of this name.
  const ModelFolder trained(R"({"model_type": "llama", "head_dim": 128, "rope_theta": 10000.0})");
  trained.add_zeros("layers.0.attn.query_scale", {8});
  EXPECT_TRUE(trained.check(0)["stored"].empty());
}

}  // namespace
}  // namespace sextant
