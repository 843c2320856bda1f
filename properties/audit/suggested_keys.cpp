#include <cmath>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "audit/model_folder.hpp"

/// A key of the configuration is named only if another value of it may be right.
namespace sextant {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kLlama3 =
    R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32,
        "num_hidden_layers": 4, "max_position_embeddings": 131072, "rope_theta": 500000.0})";
constexpr const char* kLlama31 =
    R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32,
        "num_hidden_layers": 4, "max_position_embeddings": 131072, "rope_theta": 500000.0,
        "rope_scaling": {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0,
                         "high_freq_factor": 4.0, "original_max_position_embeddings": 8192}})";

std::string layer(int number) {
  return "model.layers." + std::to_string(number) + ".self_attn.rotary_emb.inv_freq";
}

TEST(SuggestedKey, IsTheOneThatTheConfigurationLacks) {
  const std::string linear = "--encoding rope --dim 128 --base 500000 --scaling linear --factor 4";
  for (const std::string& scaled : {std::string("--model llama-3.1-8b"), linear}) {
    const ModelFolder model(kLlama3);
    model.add("rotary_emb.inv_freq", scaled + " --part inv_freq");
    const json found = model.check(1)["stored"][0];
    EXPECT_THAT(found["why"].get<std::string>(), HasSubstr("config.json has no rope_scaling"));
    EXPECT_EQ(found["keys"], json::parse(R"([{"key": "rope_scaling", "value": null}])"));
  }
  const ModelFolder model(
      R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32,
          "max_position_embeddings": 131072, "rope_parameters": {"rope_theta": 500000.0}})");
  model.add("rotary_emb.inv_freq", "--model llama-3.1-8b --part inv_freq");
  EXPECT_THAT(model.check(1)["stored"][0]["why"].get<std::string>(),
              HasSubstr("config.json has no rope_parameters.rope_type"));
}

/// Three layers agree with the configuration, and one does not.
TEST(SuggestedKey, IsNotOneThatMostLayersConfirm) {
  const ModelFolder model(kLlama31);
  for (int number = 0; number < 3; ++number)
    model.add(layer(number), "--model llama-3.1-8b --part inv_freq");
  model.add(layer(3), "--model llama-3-8b --part inv_freq");
  const json wrong = model.check(1)["stored"].back();
  EXPECT_EQ(wrong["outcome"], "fails");
  EXPECT_THAT(wrong["why"].get<std::string>(), HasSubstr("scaling-missing"));
  EXPECT_THAT(wrong["why"].get<std::string>(), Not(HasSubstr("rope_type")));
  EXPECT_TRUE(wrong["keys"].empty());
  // If most layers contradict the configuration, its key may be wrong.
  for (int number = 1; number < 3; ++number)
    model.add(layer(number), "--model llama-3-8b --part inv_freq");
  EXPECT_THAT(model.check(1)["stored"].back()["why"].get<std::string>(),
              HasSubstr("rope_scaling.rope_type=llama3, and another value"));
}

TEST(SuggestedKey, IsNoneForARightTableBeyondALimit) {
  const ModelFolder model(kLlama3);
  model.add("rotary_emb.inv_freq", "--model llama-3-8b --part inv_freq");
  model.check(0);
  const json found = model.check(1, {"--max-error", "1e-12"})["stored"][0];
  EXPECT_THAT(found["why"].get<std::string>(), HasSubstr("--max-error"));
  EXPECT_THAT(found["why"].get<std::string>(), Not(HasSubstr("rope_theta")));
  EXPECT_TRUE(found["keys"].empty());
}

/// The base is right, and one number is damaged; or two things are wrong, and no key explains both.
TEST(SuggestedKey, IsNoneWhereItsOwnValueFitsOrAloneExplainsNothing) {
  for (const bool damaged : {true, false}) {
    const ModelFolder model(damaged ? kLlama3 : kLlama31);
    std::vector<float> numbers(64);
    const double base = damaged ? 500000 : 20000;
    for (std::size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = static_cast<float>(std::pow(base, -static_cast<double>(i) / 64));
    if (damaged) numbers[20] *= 1.000006F;
    const std::string tensor = "rotary_emb.inv_freq";
    put_file(model / (tensor + ".safetensors"), safetensors_of({{tensor, {64}, numbers}}));
    const json found = model.check(1)["stored"][0];
    EXPECT_EQ(found["outcome"], "fails");
    EXPECT_TRUE(found["keys"].empty()) << found["why"];
    EXPECT_THAT(found["why"].get<std::string>(), Not(HasSubstr("another value")));
  }
}

}  // namespace
}  // namespace sextant
