#include <gmock/gmock.h>

#include "audit/model_folder.hpp"

namespace sextant {
namespace {

using testing::HasSubstr;

TEST(SinesFirst, AreTheTablesOfGptJ) {
  const auto with = [](const std::string& order, int status) {
    const ModelFolder folder(R"({"model_type": "gptj", "n_embd": 512, "n_head": 2, "n_layer": 2,
                                 "n_positions": 256, "rotary": true, "rotary_dim": 64})");
    folder.add("transformer.h.0.attn.embed_positions",
               "--dim 64 --layout halves --positions 0:256 --order " + order);
    return folder.check(status)["stored"][0];
  };
  EXPECT_EQ(with("sin-cos", 0)["outcome"], "passes");
  EXPECT_THAT(with("cos-sin", 1)["why"].get<std::string>(), HasSubstr("sin-cos-swapped"));
}

}  // namespace
}  // namespace sextant
