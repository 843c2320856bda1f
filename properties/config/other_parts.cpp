#include "sextant/config/other_parts.hpp"

#include <gmock/gmock.h>

#include "config/config_files.hpp"

namespace sextant {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> parts_of(const std::string& text) {
  InputFile file(ConfigFile(text).path());
  return read_other_parts(file);
}

std::string around(const std::string& more) {
  return R"({"text_config": {"model_type": "llama", "hidden_size": 4096}, )" + more + "}";
}

TEST(OtherParts, ModelsForImagesAndSoundAreNamed) {
  EXPECT_THAT(parts_of(around(R"("vision_config": {"model_type": "siglip_vision_model",
      "hidden_size": 1152, "image_size": 384, "patch_size": 14})")),
              ElementsAre("'vision_config' ('siglip_vision_model'): not judged here; a learned "
                          "table of 729 rows: 27 x 27 patches and 0 more"));
  EXPECT_THAT(
      parts_of(around(R"("vision_config": {"model_type": "pixtral", "hidden_size": 1024,
          "head_dim": 64, "rope_theta": 10000.0}, "audio_config": {"model_type": "whisper",
          "d_model": 1280, "max_source_positions": 1500})")),
      ElementsAre("'vision_config' ('pixtral'): not judged here; its table depends on the grid of "
                  "patches: sextant table writes it, and sextant verify judges it, with --encoding "
                  "pixtral --dim 64 --height H --width W",
                  HasSubstr("encoder: sextant verify judges its tables with --encoding sinusoidal "
                            "--dim 1280")));
}

/// Images have two coordinates: keys of a rotation with one coordinate are not taken for them.
TEST(OtherParts, WhatIsNotKnownIsNotGuessed) {
  for (const char* section :
       {R"({"model_type": "llama4_vision_model", "hidden_size": 1408, "rope_theta": 10000})",
        R"({"hidden_size": 64, "num_heads": 2, "rope_theta": 10000})", R"({"depth": 27})",
        R"({"model_type": "bert", "max_position_embeddings": "many"})"})
    EXPECT_THAT(parts_of(around(std::string("\"vision_config\": ") + section)),
                ElementsAre(HasSubstr("not judged here; how it encodes positions is not known")))
        << section;
}

TEST(OtherParts, SectionsInsideAndAroundAreFound) {
  EXPECT_THAT(parts_of(R"({"model_type": "qwen2_vl", "hidden_size": 3584, "rope_theta": 1e6,
                          "vision_config": {"depth": 32, "embed_dim": 1280}})"),
              ElementsAre(HasSubstr("'vision_config': not judged")));
  for (const char* more : {R"("embed_dim": 1280, "hidden_size": 3584)", R"("hidden_size": 1280)"})
    EXPECT_THAT(parts_of(R"({"model_type": "qwen2_5_vl", "hidden_size": 3584, "vision_config": {)" +
                         std::string(more) + R"(, "num_heads": 16, "spatial_merge_size": 3}})"),
                ElementsAre(HasSubstr("with --encoding qwen2-vl-vision --dim 80 --merge 3")));
  EXPECT_THAT(parts_of(R"({"thinker_config": {"audio_config": {"d_model": 1280}, "text_config":
                          {"hidden_size": 8, "head_dim": 8}}, "talker_config": {"text_config":
                          {"model_type": "qwen3", "head_dim": 128, "hidden_size": 1024,
                          "rope_theta": 1e6}, "hidden_size": 2048}})"),
              ElementsAre(HasSubstr("'talker_config': not judged here; sextant verify judges its "
                                    "tables with --encoding rope --dim 128 --base 1000000"),
                          HasSubstr("'thinker_config.audio_config': not judged")));
  EXPECT_THAT(parts_of(R"({"head_dim": 8, "rope_theta": 1, "rope_scaling": {"type": "linear"},
                          "quantization_config": {"bits": 4}, "vision_lora": {"r": 8}})"),
              IsEmpty());
}

/// The words of a section's key are those of its tensors' names.
TEST(OtherParts, TheirEncodingsAreRead) {
  InputFile file(ConfigFile(R"({"text_config": {"model_type": "opt", "hidden_size": 8},
      "qformer_config": {"model_type": "blip_2_qformer", "hidden_size": 12,
      "max_position_embeddings": 5}, "vision_config": {"model_type": "unknown_vision"}})")
                     .path());
  const std::vector<OtherModel> models = read_other_models(file);
  ASSERT_EQ(models.size(), 2);
  EXPECT_EQ(models[0].name, "qformer");
  ASSERT_EQ(models[0].encodings.size(), 1);
  EXPECT_EQ(models[0].encodings[0].trained->rows, 5);
  EXPECT_EQ(models[1].name, "vision");
}

TEST(OtherParts, DraftLayersAreNamed) {
  for (const char* key : {"num_nextn_predict_layers", "num_mtp_modules", "mtp_num_hidden_layers"})
    EXPECT_THAT(parts_of("{\"" + std::string(key) + "\": 3}"),
                ElementsAre(HasSubstr(std::string(key) + " is 3: the layers that draft")));
  EXPECT_THAT(parts_of(R"({"num_nextn_predict_layers": 0})"), IsEmpty());
}

/// DeepSeek-V4 has a ratio for each layer that drafts: they are layers of their kinds.
TEST(OtherParts, DraftLayersWithRatiosAreJudged) {
  const auto drafts = [](const char* number) {
    return R"({"num_hidden_layers": 2, "compress_ratios": [4, 0, 0], "num_nextn_predict_layers": )" +
           std::string(number) + "}";
  };
  EXPECT_THAT(parts_of(drafts("1")), IsEmpty());
  EXPECT_THAT(parts_of(drafts("2")), ElementsAre(HasSubstr("num_nextn_predict_layers is 2")));
}

}  // namespace
}  // namespace sextant
