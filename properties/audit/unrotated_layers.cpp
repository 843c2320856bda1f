#include <gmock/gmock.h>

#include "audit/model_folder.hpp"
#include "tensor/gguf_files.hpp"

namespace sextant {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* kSmolLm =
    R"({"model_type": "smollm3", "hidden_size": 128, "num_attention_heads": 2,
        "num_hidden_layers": 4, "max_position_embeddings": 4096, "rope_theta": 5000000.0,
        "no_rope_layers": [1, 1, 1, 0]})";

std::string frequencies_of(const std::string& layer) {
  return "model.layers." + layer + ".self_attn.rotary_emb.inv_freq";
}

/// Some programs give every layer the buffer, and do not use it in layers without rotation.
TEST(UnrotatedLayers, RightFrequenciesThereAreNotUsed) {
  const ModelFolder model(kSmolLm);
  for (const char* layer : {"0", "3"})
    model.add(frequencies_of(layer), "--encoding rope --dim 64 --base 5e6 --part inv_freq");
  const json found = model.check(0);
  ASSERT_EQ(found["stored"].size(), 2) << found;
  EXPECT_EQ(found["stored"][0]["remark"], nullptr);
  EXPECT_EQ(found["stored"][1]["outcome"], "passes");
  EXPECT_EQ(found["stored"][1]["tensor"], frequencies_of("3"));
  EXPECT_EQ(found["stored"][1]["layers"], "no rotation");
  EXPECT_THAT(found["stored"][1]["remark"].get<std::string>(), HasSubstr("do not rotate"));
}

TEST(UnrotatedLayers, OtherFrequenciesThereAreWrong) {
  const ModelFolder model(kSmolLm);
  model.add(frequencies_of("3"), "--encoding rope --dim 64 --base 4e6 --part inv_freq");
  const json found = model.check(1);
  EXPECT_EQ(found["stored"][0]["layers"], "no rotation");
  EXPECT_THAT(found["stored"][0]["why"].get<std::string>(), HasSubstr("do not rotate"));
  EXPECT_THAT(found["stored"][0]["why"].get<std::string>(), HasSubstr("wrong-base"));
}

TEST(UnrotatedLayers, FrequenciesAreWrongInAModelThatDoesNotRotate) {
  const ModelFolder model(R"({"model_type": "jamba", "hidden_size": 128, "rope_theta": 10000.0})");
  model.add(frequencies_of("0"), "--encoding rope --dim 64 --part inv_freq");
  const json found = model.check(1);
  EXPECT_EQ(found["stored"][0]["outcome"], "fails");
  EXPECT_THAT(found["stored"][0]["why"].get<std::string>(), HasSubstr("no layer rotates"));
  EXPECT_TRUE(found["warnings"].empty()) << found;
}

/// Programs with one buffer for all layers store it without the number of a layer.
TEST(UnrotatedLayers, OneBufferOfAllLayersIsRight) {
  const ModelFolder model(kSmolLm);
  model.add("model.rotary_emb.inv_freq", "--encoding rope --dim 64 --base 5e6 --part inv_freq");
  EXPECT_EQ(model.check(0)["stored"][0]["layers"], "with rotation");
}

std::string gguf_of(const std::string& architecture) {
  GgufBytes file;
  const auto key = [&](const std::string& name) { return architecture + "." + name; };
  file.value("general.architecture", 8, file.text(architecture));
  file.value(key("embedding_length"), 4, file.number(128, 4));
  file.value(key("attention.head_count"), 4, file.number(2, 4));
  file.value(key("context_length"), 4, file.number(4096, 4));
  file.value(key("block_count"), 4, file.number(4, 4));
  file.value(key("attention.sliding_window"), 4, file.number(128, 4));
  file.value(key("rope.freq_base"), 6, file.number(0x4a989680, 4));  // 5e6
  return file.bytes();
}

TEST(UnrotatedLayers, AGgufThatRotatesThemDisagrees) {
  const ModelFolder model(kSmolLm);
  put_file(model / "model.gguf", gguf_of("llama"));
  const json found = model.check(1);
  ASSERT_EQ(found["disagreements"].size(), 1) << found;
  const json one = found["disagreements"][0];
  EXPECT_EQ(one["what"], "positions");
  EXPECT_EQ(one["layers"], "no rotation");
  EXPECT_EQ(one["words"], "no rotation against rope dim=64 base=5000000 layout=interleaved");
  EXPECT_THAT(one["between"].dump(), HasSubstr("no_rope_layers"));
  EXPECT_THAT(one["between"].dump(), HasSubstr("general.architecture"));
  put_file(model / "model.gguf", gguf_of("smollm3"));
  EXPECT_TRUE(model.check(0)["disagreements"].empty());
}

/// A window of four layers, whose last one does not rotate.
TEST(UnrotatedLayers, ArchitecturesWithTheirScheduleAgree) {
  for (const std::string type : {"cohere2", "exaone4"}) {
    const ModelFolder model(
        R"({"model_type": ")" + type +
        R"(", "hidden_size": 128, "num_attention_heads": 2, "num_hidden_layers": 4,
            "max_position_embeddings": 4096, "rope_theta": 5000000.0, "sliding_window": 128,
            "sliding_window_pattern": 4})");
    put_file(model / "model.gguf", gguf_of(type));
    EXPECT_TRUE(model.check(0)["disagreements"].empty()) << type;
    put_file(model / "model.gguf", gguf_of("llama"));
    EXPECT_EQ(model.check(1)["disagreements"][0]["what"], "positions") << type;
  }
}

/// A GGUF says nothing about layers of convolution, and no program rotates them.
TEST(UnrotatedLayers, LayersWithoutAttentionAreNotCompared) {
  const ModelFolder model(
      R"({"model_type": "lfm2", "hidden_size": 128, "num_attention_heads": 2,
          "num_hidden_layers": 4, "max_position_embeddings": 4096, "rope_theta": 5000000.0,
          "layer_types": ["conv", "conv", "full_attention", "conv"]})");
  put_file(model / "model.gguf", gguf_of("lfm2"));
  EXPECT_TRUE(model.check(0)["disagreements"].empty());
}

}  // namespace
}  // namespace sextant
