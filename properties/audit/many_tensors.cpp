#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>

#include "audit/model_folder.hpp"

namespace sextant {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr int kPairs = 4;
constexpr const char* kConfig =
    R"({"model_type": "llama", "head_dim": 8, "num_attention_heads": 2, "hidden_size": 16,
        "max_position_embeddings": 4096, "rope_theta": 10000.0})";

std::vector<NamedNumbers> tensors(int count, const auto& first_frequency) {
  std::vector<NamedNumbers> all;
  for (int i = 0; i < count; ++i) {
    std::vector<float> row;
    for (int pair = 0; pair < kPairs; ++pair)
      row.push_back(static_cast<float>(std::pow(10000.0, -2.0 * pair / (2 * kPairs))));
    row.front() = first_frequency(i);
    all.push_back({"layers." + std::to_string(i) + ".rotary_emb.inv_freq", {kPairs}, row});
  }
  return all;
}

/// Tensors with the same numbers are judged once.
TEST(ManyTensors, EqualOnesAreJudgedOnce) {
  const ModelFolder model(kConfig);
  put_file(model / "model.safetensors", safetensors_of(tensors(10000, [](int) { return 1.0F; })));
  const json found = model.check(0);
  ASSERT_EQ(found["stored"].size(), 1);
  EXPECT_EQ(found["stored"][0]["same"].size(), 9999);
}

/// Sines that hold the numbers of the cosines are not the cosines again.
TEST(ManyTensors, EqualOnesOfOtherPartsAreJudgedEach) {
  const ModelFolder model(kConfig);
  std::vector<float> cosines;
  for (int row = 0; row < 64; ++row)
    for (int pair = 0; pair < kPairs; ++pair)
      cosines.push_back(static_cast<float>(std::cos(row * std::pow(10000.0, -pair / 4.0))));
  put_file(model / "model.safetensors",
           safetensors_of({{"rotary_emb.cos_cached", {64, kPairs}, cosines},
                           {"rotary_emb.sin_cached", {64, kPairs}, cosines}}));
  const json found = model.check(1);
  ASSERT_EQ(found["stored"].size(), 2);
  EXPECT_EQ(found["stored"][0]["outcome"], "passes");
  EXPECT_EQ(found["stored"][1]["outcome"], "fails");
  EXPECT_THAT(found["stored"][1]["why"].dump(), HasSubstr("sin-cos-swapped"));
}

/// Faults are searched in 32 failing tensors, and no tensor is judged after 256 failed.
TEST(ManyTensors, FewFailingOnesAreJudgedFull) {
  const ModelFolder model(kConfig);
  put_file(model / "model.safetensors",
           safetensors_of(tensors(10000, [](int i) { return 2 + static_cast<float>(i); })));
  const json found = model.check(1);
  ASSERT_EQ(found["stored"].size(), 10000);
  int searched = 0, failing = 0;
  for (const json& one : found["stored"]) {
    if (one["outcome"] != "fails") continue;
    ++failing;
    searched += one["verdict"]["ended_early"] == true ? 0 : 1;
  }
  EXPECT_EQ(failing, 256);
  EXPECT_LE(searched, 32);
  EXPECT_THAT(found["notes"].dump(), HasSubstr("no faults were searched in 224 stored tables"));
  const Ran ran = sextant_tool({"check", model.path()});
  EXPECT_LT(std::count(ran.out.begin(), ran.out.end(), '\n'), 200);
  EXPECT_THAT(ran.out, HasSubstr("192 more stored tables"));
}

}  // namespace
}  // namespace sextant
