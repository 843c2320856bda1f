#include <gmock/gmock.h>

#include "audit/model_folder.hpp"
#include "tensor/gguf_files.hpp"

namespace sextant {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// What is wrong with the only tensor of a folder; empty if nothing is.
std::string wrong(const std::string& config, const std::string& tensor,
                  const std::vector<std::uint64_t>& shape) {
  const ModelFolder model(config);
  model.add_zeros(tensor, shape);
  const Ran ran = sextant_tool({"check", model.path(), "--json"});
  const json found = json::parse(ran.out, nullptr, false);
  if (found["stored"].empty()) return "";
  const bool passes = found["stored"][0]["outcome"] == "passes";
  EXPECT_EQ(ran.status, passes ? 0 : 1) << ran.out << ran.err;
  return passes ? "" : found["stored"][0]["why"].get<std::string>();
}

TEST(TrainedShape, IsThatOfT5sBuckets) {
  const std::string config =
      R"({"model_type": "t5", "d_model": 512, "d_kv": 64, "num_heads": 8, "num_layers": 6,
          "relative_attention_num_buckets": 32, "relative_attention_max_distance": 128})";
  const std::string tensor = "encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight";
  EXPECT_EQ(wrong(config, tensor, {32, 8}), "");
  EXPECT_THAT(wrong(config, tensor, {8, 32}), HasSubstr("has 8 buckets for 32 heads"));
  EXPECT_THAT(wrong(config, tensor, {32, 12}), HasSubstr("32 buckets for 8 heads"));
}

TEST(TrainedShape, IsThatOfThePositions) {
  const std::string gpt = R"({"model_type": "gpt2", "n_positions": 16, "n_embd": 8, "n_head": 2})";
  EXPECT_EQ(wrong(gpt, "transformer.wpe.weight", {16, 8}), "");
  EXPECT_EQ(wrong(gpt, "transformer.wpe.weight", {1, 16, 8}), "");
  EXPECT_THAT(wrong(gpt, "transformer.wpe.weight", {15, 8}), HasSubstr("has 15 rows"));
  EXPECT_THAT(wrong(gpt, "transformer.wpe.weight", {16, 9}), HasSubstr("of 9 columns"));
  EXPECT_THAT(wrong(gpt, "transformer.wpe.weight", {16}), HasSubstr("has 1 rows of 16 columns"));
  const std::string bert =
      R"({"model_type": "bert", "max_position_embeddings": 16, "hidden_size": 8,
          "num_attention_heads": 2})";
  EXPECT_EQ(wrong(bert, "bert.embeddings.position_embeddings.weight", {16, 8}), "");
  EXPECT_NE(wrong(bert, "bert.embeddings.position_embeddings.weight", {18, 8}), "");
}

/// The tables of BART and OPT have two rows before position 0.  RoBERTa has them too, and the
/// number in its config includes them.
TEST(TrainedShape, HasRowsBeforeThePositions) {
  for (const std::string type : {"bart", "opt"}) {
    const std::string config = R"({"model_type": ")" + type +
                               R"(", "max_position_embeddings": 16, "d_model": 8, "hidden_size": 8,
            "num_attention_heads": 2, "encoder_attention_heads": 2})";
    EXPECT_EQ(wrong(config, "model.decoder.embed_positions.weight", {18, 8}), "") << type;
    EXPECT_THAT(wrong(config, "model.decoder.embed_positions.weight", {16, 8}),
                HasSubstr("says 18"))
        << type;
  }
  const std::string roberta =
      R"({"model_type": "roberta", "max_position_embeddings": 18, "hidden_size": 8,
          "num_attention_heads": 2})";
  EXPECT_EQ(wrong(roberta, "roberta.embeddings.position_embeddings.weight", {18, 8}), "");
  EXPECT_NE(wrong(roberta, "roberta.embeddings.position_embeddings.weight", {20, 8}), "");
}

/// The key of the width is not the same in all models.
TEST(TrainedShape, HasTheWidthOfTheEmbeddings) {
  const std::string tensor = "m.embeddings.position_embeddings.weight";
  for (const auto& [type, columns] :
       {std::pair<std::string, std::uint64_t>{"albert", 4}, {"mobilebert", 8}}) {
    const std::string config = R"({"model_type": ")" + type + R"(", "max_position_embeddings": 16,
                                   "hidden_size": 8, "embedding_size": 4})";
    EXPECT_EQ(wrong(config, tensor, {16, columns}), "") << type;
    EXPECT_NE(wrong(config, tensor, {16, 12 - columns}), "") << type;
  }
}

TEST(TrainedShape, IsThatOfWhispersSinusoids) {
  const std::string whisper = R"({"model_type": "whisper", "d_model": 8, "max_source_positions": 16,
                                  "max_target_positions": 12})";
  EXPECT_THAT(wrong(whisper, "model.encoder.embed_positions.weight", {8, 8}),
              HasSubstr("says 16 of 8 columns"));
  EXPECT_EQ(wrong(whisper, "model.decoder.embed_positions.weight", {12, 8}), "");
}

/// The table of a GGUF has a row for each position, and none before position 0.
TEST(TrainedShape, IsThatOfAGguf) {
  const ModelFolder model(R"({"model_type": "roberta", "max_position_embeddings": 18,
                              "hidden_size": 8, "num_attention_heads": 2})");
  const auto put = [&](std::uint64_t rows) {
    GgufBytes file;
    file.value("general.architecture", 8, file.text("bert"));
    file.value("bert.context_length", 4, file.number(16, 4));
    file.value("bert.embedding_length", 4, file.number(8, 4));
    file.tensor("position_embd.weight", {8, rows}, 0, std::string(rows * 8 * 4, '\0'));
    put_file(model / "model.gguf", file.bytes());
  };
  put(16);
  EXPECT_TRUE(model.check(0)["disagreements"].empty());
  put(18);
  EXPECT_THAT(model.check(1)["stored"][0]["why"].get<std::string>(), HasSubstr("has 18 rows"));
}

/// LayoutLM also has tables of coordinates, which are not judged.  DeiT has a table of patches.
TEST(TrainedShape, IsOnlyThatOfTheAddedTable) {
  const std::string layout =
      R"({"model_type": "layoutlm", "max_position_embeddings": 16, "hidden_size": 8,
          "num_attention_heads": 2})";
  EXPECT_EQ(wrong(layout, "layoutlm.embeddings.x_position_embeddings.weight", {32, 8}), "");
  const std::string deit = R"({"model_type": "deit", "image_size": 32, "patch_size": 16,
                              "hidden_size": 8, "num_attention_heads": 2})";
  EXPECT_EQ(wrong(deit, "deit.embeddings.position_embeddings", {1, 6, 8}), "");
  EXPECT_THAT(wrong(deit, "deit.embeddings.position_embeddings", {1, 4, 8}),
              HasSubstr("has 4 rows"));
}

/// BLIP-2: the text model is an OPT, and the Q-Former has its own table.
TEST(TrainedShape, IsThatOfThePartByItsOwnSection) {
  const auto blip = [](const std::string& type) {
    return R"({"model_type": "blip-2", "text_config": {"model_type": "opt", "hidden_size": 8,
               "max_position_embeddings": 16, "num_attention_heads": 2}, "qformer_config":
               {"model_type": ")" +
           type + R"(", "hidden_size": 12, "max_position_embeddings": 5}})";
  };
  const std::string table = "qformer.embeddings.position_embeddings.weight";
  EXPECT_EQ(wrong(blip("blip_2_qformer"), table, {5, 12}), "");
  EXPECT_THAT(wrong(blip("blip_2_qformer"), table, {18, 8}), HasSubstr("says 5 of 12 columns"));
  EXPECT_EQ(wrong(blip("another_qformer"), table, {5, 12}), "");  // not judged
  const std::string text = "language_model.model.decoder.embed_positions.weight";
  EXPECT_EQ(wrong(blip("blip_2_qformer"), text, {18, 8}), "");
  EXPECT_NE(wrong(blip("blip_2_qformer"), text, {5, 12}), "");
}

TEST(TrainedShape, NamesTheKeysThatDecide) {
  const ModelFolder model(R"({"model_type": "gpt2", "n_positions": 16, "n_embd": 8, "n_head": 2})");
  model.add_zeros("transformer.wpe.weight", {15, 8});
  const json keys = model.check(1)["stored"][0]["keys"];
  EXPECT_EQ(keys, json({{{"key", "n_positions"}, {"value", "16"}}}));
}

}  // namespace
}  // namespace sextant
