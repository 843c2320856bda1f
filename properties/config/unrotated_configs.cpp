#include <gmock/gmock.h>

#include "config/config_files.hpp"

namespace sextant {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(UnrotatedConfig, BiasesAreRead) {
  EXPECT_THAT(kinds_of(R"({"model_type": "bloom", "n_head": 112, "hidden_size": 14336})"),
              ElementsAre(": alibi heads=112 form=keys"));
  EXPECT_THAT(kinds_of(R"({"model_type": "mpt", "d_model": 4096, "n_heads": 32, "attn_config":
                           {"alibi": true, "alibi_bias_max": 16}})"),
              ElementsAre(": alibi heads=32 max-bias=16 form=keys"));
  EXPECT_THAT(kinds_of(R"({"model_type": "falcon", "alibi": true, "num_attention_heads": 8})"),
              ElementsAre(": alibi heads=8 form=keys"));
  EXPECT_THAT(kinds_of(R"({"model_type": "baichuan", "hidden_size": 5120,
                           "num_attention_heads": 40, "auto_map": {}})"),
              ElementsAre(": alibi heads=40"));
  EXPECT_THAT(kinds_of(R"({"position_embedding_type": "alibi", "num_attention_heads": 12})"),
              ElementsAre(": alibi heads=12"));
  EXPECT_THAT(kinds_of(R"({"model_type": "t5", "relative_attention_num_buckets": 16,
                           "relative_attention_max_distance": 64, "is_encoder_decoder": true})"),
              ElementsAre("encoder: t5 num-buckets=16 max-distance=64",
                          "decoder: t5 num-buckets=16 max-distance=64 bidirectional=no"));
  EXPECT_THAT(kinds_of(R"({"model_type": "t5", "relative_attention_num_buckets": 32,
                           "is_encoder_decoder": false})"),
              ElementsAre(": t5"));
  EXPECT_THAT(kinds_of(R"({"model_type": "deberta-v2", "relative_attention": true,
                           "position_buckets": 128, "max_relative_positions": -1,
                           "max_position_embeddings": 1024})"),
              ElementsAre(": deberta num-buckets=128 max-distance=1024"));
}

/// Swin's windows; BEiT's grid of patches is one window, with a class token.
TEST(UnrotatedConfig, WindowsAreRead) {
  const auto only = [](const std::string& text) {
    const LayerEncoding layers = only_kind(text);
    const auto rows = layers.trained ? layers.trained->rows : 0;
    return said_of(layers) + ", " + layers.words + ", " + std::to_string(rows);
  };
  EXPECT_EQ(only(R"({"model_type": "swin", "window_size": 12, "depths": [2, 2, 18, 2]})"),
            "swin height=12 width=12, the index of a window of 12 x 12, 529");
  EXPECT_EQ(only(R"({"model_type": "donut-swin"})"), "swin, the index of a window of 7 x 7, 169");
  const std::string beit = R"({"model_type": "beit", "image_size": 384, "patch_size": 16, )";
  EXPECT_EQ(only(beit + R"("use_relative_position_bias": true})"),
            "swin height=24 width=24 class-token=yes, the index of a window of 24 x 24 and a class "
            "token, 2212");
  EXPECT_EQ(only(beit + R"("use_shared_relative_position_bias": true})").substr(0, 23),
            "swin height=24 width=24");
  EXPECT_EQ(only(beit + R"("use_absolute_position_embeddings": true})"),
            "learned, a learned table of 577 rows: 24 x 24 patches and 1 more, 577");
  EXPECT_EQ(only(beit + R"("use_mask_token": true})").substr(0, 6), "absent");
}

TEST(UnrotatedConfig, TablesThatAreAddedAreRead) {
  const auto only = [](const std::string& text) {
    const LayerEncoding layers = only_kind(text);
    return said_of(layers) + ", " + layers.words;
  };
  EXPECT_EQ(only(R"({"model_type": "bert", "max_position_embeddings": 512,
                     "position_embedding_type": "absolute"})"),
            "learned, a learned table of 512 rows");
  EXPECT_EQ(only(R"({"model_type": "gpt2", "n_positions": 1024, "n_head": 12})"),
            "learned, a learned table of 1024 rows");
  EXPECT_EQ(only(R"({"model_type": "opt", "max_position_embeddings": 2048})"),
            "learned, a learned table of 2050 rows, 2 before position 0");
  EXPECT_EQ(only(R"({"model_type": "vit", "image_size": 224, "patch_size": 16})"),
            "learned, a learned table of 197 rows: 14 x 14 patches and 1 more");
  EXPECT_EQ(only(R"({"model_type": "marian", "d_model": 512, "max_position_embeddings": 512})"),
            "sinusoidal dim=512 layout=halves odd=drop-last, sinusoids, as hf-marian");
  EXPECT_EQ(only(R"({"model_type": "m2m_100", "d_model": 1024})"),
            "sinusoidal dim=1024 layout=halves law=half-minus-shift odd=zero-column zero-row=1, "
            "sinusoids, as speech2text");
  EXPECT_THAT(kinds_of(R"({"model_type": "whisper", "d_model": 384, "max_source_positions": 1500,
                           "max_target_positions": 448})"),
              ElementsAre("encoder: sinusoidal dim=384 layout=halves law=half-minus-shift",
                          "decoder: learned"));
}

TEST(UnrotatedConfig, ModelsWithoutPositionsSaySo) {
  for (const char* more :
       {R"("model_type": "jamba")", R"("model_type": "kimi_linear", "mla_use_nope": true)",
        R"("position_embedding_type": "nope", "rope_theta": 1)", R"("use_rope": false)",
        R"("qk_rope_head_dim": 0, "rope_theta": 1)"})
    EXPECT_THAT(kinds_of("{" + std::string(more) + "}"), ElementsAre(": absent")) << more;
}

/// --config says what such a model has, and the options that judge its tables.
TEST(UnrotatedConfig, TheErrorNamesTheOptionsThatJudgeIt) {
  const std::pair<const char*, const char*> said[] = {
      {R"({"model_type": "bloom", "n_head": 32})", "use --encoding alibi --heads 32"},
      {R"({"alibi": true, "num_attention_heads": 32})",
       "alibi is true: ALiBi of 32 heads, and no rotation; use --encoding alibi --heads 32"},
      {R"({"model_type": "t5", "relative_attention_num_buckets": 32})",
       "decoder: T5's 32 buckets to distance 128; use --encoding t5 --bidirectional no"},
      {R"({"model_type": "whisper", "d_model": 384, "max_target_positions": 448})",
       "use --encoding sinusoidal --dim 384 --layout halves --law half-minus-shift"},
      {R"({"model_type": "bert", "max_position_embeddings": 512})",
       "a learned table of 512 rows, which has no formula"},
      {R"({"model_type": "mystery", "auto_map": {}})", "say the encoding, as --encoding rope"},
  };
  for (const auto& [text, words] : said) EXPECT_THAT(refusal(text), HasSubstr(words)) << text;
}

/// The encoding of images is that of the config.
TEST(UnrotatedConfig, AnEncodingOfImagesIsTaken) {
  const ModelConfig images = config_of(R"({"hidden_size": 64, "num_heads": 2, "rope_parameters":
      {"rope_type": "axial", "rope_theta": 100}})");
  ASSERT_TRUE(images.axial);
  EXPECT_EQ(to_text(*images.axial), "qwen2-vl-vision dim=32 base=100 merge=1");
}

}  // namespace
}  // namespace sextant
