#include <gmock/gmock.h>

#include "audit/model_folder.hpp"
#include "sextant/audit/tensor_name.hpp"

namespace sextant::audit {
namespace {

using testing::ElementsAre;

std::optional<Part> part_of(const std::string& name, const std::vector<std::uint64_t>& shape,
                            int dim = 128) {
  const auto meaning = meaning_of(name, shape, dim);
  return meaning ? std::optional(meaning->part) : std::nullopt;
}

TEST(TensorName, SaysWhatATensorHolds) {
  EXPECT_EQ(part_of("model.layers.0.self_attn.rotary_emb.inv_freq", {64}), Part::inv_freq);
  EXPECT_EQ(part_of("rotary_emb.original_inv_freq", {64}), Part::inv_freq);
  EXPECT_EQ(part_of("rotary_inv_freq", {1, 64}), Part::inv_freq);
  EXPECT_EQ(part_of("rope_freqs.weight", {64}), Part::divisors);
  EXPECT_EQ(part_of("rope_factors_long.weight", {48}), Part::divisors);
  EXPECT_EQ(part_of("rope.freqs", {64}), Part::inv_freq);
  EXPECT_EQ(part_of("cos_cached", {1, 1, 2048, 128}), Part::cos);
  EXPECT_EQ(part_of("model.rotary_emb.sin_cache", {2048, 64}), Part::sin);
  EXPECT_EQ(part_of("rotary_emb.cos_sin_cache", {2048, 128}), Part::table);
  EXPECT_EQ(part_of("freqs_cis", {2048, 64, 2}), Part::pairs);
  EXPECT_EQ(part_of("freqs_cis", {2048, 64, 2, 2}), Part::matrices);
  EXPECT_EQ(part_of("embed_positions", {1, 2048 * 128}), Part::pairs);
  EXPECT_EQ(part_of("rotary_cos_sin", {2048, 64, 2}), Part::pairs);
  EXPECT_EQ(part_of("rotary_cos_sin", {1, 2048 * 128}), Part::pairs);
  EXPECT_EQ(part_of("pe", {5000, 1, 512}, 0), Part::table);
  EXPECT_EQ(part_of("encoder.embed_positions.weight", {1500, 384}, 0), Part::table);
  EXPECT_EQ(part_of("alibi_slopes", {32}), Part::slopes);
  EXPECT_EQ(part_of("alibi", {32, 1, 128}), Part::bias);
}

TEST(TensorName, OthersHoldNoPositions) {
  for (const char* name : {"model.layers.0.self_attn.q_proj.weight", "model.embed_tokens.weight",
                           "lm_head.weight", "embeddings.position_ids", "blk.0.attn_q.weight",
                           "pos_embed_proj.weight", "cosine_similarity_head.weight"})
    EXPECT_EQ(part_of(name, {64, 64}), std::nullopt) << name;
}

TEST(TensorName, SaysTheLayersAndTheLength) {
  const auto of = [](const std::string& name) { return *meaning_of(name, {64, 64}, 128); };
  EXPECT_EQ(of("model.layers.12.self_attn.rotary_emb.inv_freq").layer, 12);
  EXPECT_EQ(of("inv_freq").layer, std::nullopt);
  EXPECT_EQ(of("cos_cache_local").layers, "sliding_attention");
  EXPECT_EQ(of("cos_cache_global").layers, "full_attention");
  EXPECT_EQ(of("cos_cache_large").length, SequenceLength::beyond_original);
  EXPECT_EQ(of("rope_factors_short.weight").length, SequenceLength::within_original);
  EXPECT_EQ(of("cos_cache").length, SequenceLength::any);
  EXPECT_EQ(of("rotary_emb_local.inv_freq").stem, of("rotary_emb.inv_freq").stem);
  EXPECT_NE(of("rotary_emb_local.cos").stem, of("rotary_emb.sin").stem);
}

TEST(TensorName, SaysWhatIsTrained) {
  const auto of = [](const std::string& name) { return *meaning_of(name, {64, 64}, 0); };
  EXPECT_TRUE(of("block.0.layer.0.SelfAttention.relative_attention_bias.weight").trained);
  EXPECT_TRUE(of("transformer.wpe.weight").added);
  EXPECT_TRUE(of("bert.embeddings.position_embeddings.weight").added);
  EXPECT_FALSE(of("embeddings.x_position_embeddings.weight").added);
}

/// Tables of other axes are judged as rows.
TEST(TensorName, PairsBecomeRows) {
  EXPECT_THAT(meaning_of("freqs_cis", {16, 64, 2}, 128)->shape, ElementsAre(16, 128));
  EXPECT_THAT(meaning_of("freqs_cis", {16, 64, 2, 2}, 128)->shape, ElementsAre(16, 256));
  EXPECT_THAT(meaning_of("embed_positions", {1, 16 * 128}, 128)->shape, ElementsAre(16, 128));
}

TEST(TensorName, IsSplitIntoWords) {
  EXPECT_THAT(words_of_name("model.Layers.0/Rope_freqs"),
              ElementsAre("model", "layers", "0", "rope", "freqs"));
  EXPECT_THAT(words_of_name("..a--b__"), ElementsAre("a", "b"));
  EXPECT_THAT(words_of_name(""), ElementsAre(""));
}

/// A tensor named after frequencies gets a line, also if it cannot hold them.
TEST(TensorName, IsEnoughForAVerdict) {
  const std::string name = "model.layers.0.self_attn.rotary_emb.inv_freq";
  const ModelFolder model(
      R"({"model_type": "llama", "head_dim": 8, "hidden_size": 16, "num_attention_heads": 2,
          "max_position_embeddings": 4096, "rope_theta": 10000.0})");
  const auto outcome = [&](int status, const std::string& type, const std::string& shape,
                           std::size_t bytes) {
    const std::string head = R"({")" + name + R"(": {"dtype": ")" + type + R"(", "shape": )" +
                             shape + R"(, "data_offsets": [0, )" + std::to_string(bytes) + "]}}";
    put_file(model / "model.safetensors",
             bytes_of_numbers(std::vector<std::uint64_t>{head.size()}) + head +
                 std::string(bytes, '\0'));
    const auto stored = model.check(status)["stored"];
    return stored.empty() ? "none" : stored[0]["why"].get<std::string>();
  };
  EXPECT_EQ(outcome(1, "F32", "[0]", 0), "holds no numbers");
  EXPECT_EQ(outcome(1, "F32", "[]", 4), "holds one number only");
  EXPECT_THAT(outcome(2, "I64", "[4]", 32), testing::HasSubstr("holds I64"));
}

}  // namespace
}  // namespace sextant::audit
