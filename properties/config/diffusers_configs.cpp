#include <gmock/gmock.h>

#include "config/config_files.hpp"

namespace sextant {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// The config of a class of diffusers, with more members.
std::string of_class(const std::string& name, const std::string& more = "") {
  return "{\"_class_name\": \"" + name + "\", \"_diffusers_version\": \"0.36.0\"" +
         (more.empty() ? "" : ", " + more) + "}";
}

/// What a config means; it has one kind of layers, and no warning.
std::string said(const std::string& name, const std::string& more = "") {
  const LayerEncoding layers = only_kind(of_class(name, more));
  EXPECT_THAT(layers.warnings, IsEmpty()) << name;
  EXPECT_EQ(layers.positions, LayerPositions::computed) << name << layers.words;
  return said_of(layers);
}

/// The defaults of each class are those of its encoding, except where a config of the Hub says
/// them.
TEST(DiffusersConfig, ClassesHaveTheirDefaults) {
  for (const auto& [name, encoding] : std::vector<std::pair<std::string, std::string>>{
           {"ChromaTransformer2DModel", "flux"},
           {"CosmosTransformer3DModel", "cosmos"},
           {"ErnieImageTransformer2DModel", "ernie-image"},
           {"Flux2Transformer2DModel", "flux-2"},
           {"FluxTransformer2DModel", "flux"},
           {"HunyuanImageTransformer2DModel", "hunyuan-image"},
           {"HunyuanVideo15Transformer3DModel", "hunyuan-video"},
           {"HunyuanVideoTransformer3DModel", "hunyuan-video"},
           {"Ideogram4Transformer2DModel", "ideogram-4"},
           {"Kandinsky5Transformer3DModel", "kandinsky-5"},
           {"Krea2Transformer2DModel", "krea-2"},
           {"LTXVideoTransformer3DModel", "ltx"},
           {"Lumina2Transformer2DModel", "lumina-2"},
           {"MiniMaxH3Transformer3DModel", "minimax-h3"},
           {"QwenImageTransformer2DModel", "qwen-image"},
           {"WanTransformer3DModel", "wan"},
           {"WanVACETransformer3DModel", "wan"},
           {"ZImageTransformer2DModel", "z-image"}})
    EXPECT_EQ(said(name), to_text(*find_axial(encoding))) << name;
}

TEST(DiffusersConfig, KeysAreRead) {
  EXPECT_EQ(
      said("FluxTransformer2DModel", R"("attention_head_dim": 64, "axes_dims_rope": [16, 24, 24])"),
      "flux dim=64 layout=interleaved sections=8,12,12");
  EXPECT_EQ(said("Flux2Transformer2DModel", R"("rope_theta": 3000.5, "attention_head_dim": 136,
                 "axes_dims_rope": [32, 32, 32, 40])"),
            "flux-2 dim=136 base=6001/2 layout=interleaved sections=16,16,16,20");
  EXPECT_EQ(said("HunyuanImageTransformer2DModel", R"("rope_axes_dim": [48, 80])"),
            "hunyuan-image dim=128 base=256 layout=interleaved sections=24,40");
  EXPECT_EQ(said("Lumina2Transformer2DModel", R"("hidden_size": 1024, "num_attention_heads": 16,
                 "axes_dim_rope": [16, 24, 24], "axes_lens": [30, 51, 51], "scaling_factor": 1)"),
            "lumina-2 dim=64 layout=interleaved sections=8,12,12");
  EXPECT_EQ(said("ZImageTransformer2DModel", R"("dim": 128, "n_heads": 2, "rope_theta": 500,
                 "axes_dims": [16, 24, 24])"),
            "z-image dim=64 base=500 layout=interleaved sections=8,12,12");
  EXPECT_EQ(said("Kandinsky5Transformer3DModel", R"("model_dim": 4096, "axes_dims": [32, 48, 48])"),
            "kandinsky-5 dim=128 layout=interleaved sections=16,24,24");
  EXPECT_EQ(said("WanTransformer3DModel", R"("attention_head_dim": 96, "rope_max_seq_len": 1024)"),
            "wan dim=96 layout=interleaved sections=16,16,16");
  EXPECT_EQ(said("CosmosTransformer3DModel", R"("rope_scale": [1.0, 3.0, 3.0])"),
            "cosmos dim=128 ntk=1,3,3");
  EXPECT_EQ(said("MiniMaxH3Transformer3DModel", R"("rope_freq_dim": 12, "rope_theta": 5e4)"),
            "minimax-h3 dim=72 base=50000 sections=12,12,12");
  EXPECT_EQ(said("Ideogram4Transformer2DModel",
                 R"("attention_head_dim": 128, "mrope_section": [24, 18, 21])"),
            "ideogram-4 dim=128 base=5000000 sections=25,18,21");
}

/// CogVideoX stretches a grid over that of its samples; 1.5, which has patch_size_t, counts.
TEST(DiffusersConfig, CogVideoXIsCroppedByItsSamples) {
  const std::string name = "CogVideoXTransformer3DModel";
  const std::string rotates = R"("use_rotary_positional_embeddings": true)";
  EXPECT_EQ(said(name, rotates), "cogvideox dim=64 layout=interleaved crop=0,0,30,45");
  EXPECT_EQ(said(name, rotates + R"(, "sample_height": 96, "sample_width": 170, "patch_size": 1)"),
            "cogvideox dim=64 layout=interleaved crop=0,0,96,170");
  EXPECT_EQ(said(name, rotates + R"(, "patch_size_t": 2, "attention_head_dim": 128)"),
            "cogvideox-1.5 dim=128 layout=interleaved sections=16,24,24");
  const LayerEncoding adds = only_kind(of_class(name));
  EXPECT_EQ(adds.positions, LayerPositions::unknown);
  EXPECT_THAT(adds.words, StartsWith("use_rotary_positional_embeddings is not true"));
  EXPECT_THAT(
      only_kind(of_class(name, rotates + R"(, "use_learned_positional_embeddings": true)")).remarks,
      Contains(HasSubstr("a learned table of positions is also added")));
}

TEST(DiffusersConfig, FilmsAndSoundsOfLtx) {
  EXPECT_EQ(said("LTXVideoTransformer3DModel", R"("num_attention_heads": 10)"),
            "ltx dim=640 base=1/10000 layout=interleaved law=half-minus-shift "
            "sections=2,106,106,106");
  EXPECT_THAT(
      only_kind(of_class("LTXVideoTransformer3DModel", R"("num_attention_heads": 3)")).words,
      HasSubstr("no pair stands still"));
  const std::string name = "LTX2VideoTransformer3DModel";
  EXPECT_THAT(kinds_of(of_class(name)),
              ElementsAre("video: " + to_text(*find_axial("ltx-2")),
                          "audio: " + to_text(*find_axial("ltx-2-audio"))));
  EXPECT_THAT(
      kinds_of(of_class(name, R"("rope_theta": 500.0, "patch_size": 2, "num_attention_heads": 4,
          "vae_scale_factors": [4, 32, 16], "pos_embed_max_pos": 10, "base_width": 1024,
          "audio_num_attention_heads": 3, "audio_scale_factor": 6, "audio_hop_length": 256,
          "audio_sampling_rate": 24000, "audio_pos_embed_max_pos": 30, "rope_type": "split")")),
      ElementsAre("video: ltx-2 dim=512 base=1/500 layout=interleaved law=half-minus-shift "
                  "sections=1,85,85,85 divisors=10,32,32,1 stride=4",
                  "audio: ltx-2-audio dim=192 base=1/500 layout=interleaved law=half-minus-shift "
                  "sections=96 scales=4/375 divisors=30 stride=6"));
  for (const char* key : {"patch_size_t", "causal_offset", "audio_patch_size_t"})
    EXPECT_THAT(only_kind(of_class(name, "\"" + std::string(key) + "\": 2")).words,
                StartsWith(std::string(key) + " is not 1"));
}

/// OmniGen turns by Phi-3's LongRoPE, and adds a table to patches.
TEST(DiffusersConfig, OmniGenHasTwoTables) {
  const std::string name = "OmniGenTransformer2DModel";
  const std::string sizes = R"("hidden_size": 32, "num_attention_heads": 8, "rope_scaling": )";
  EXPECT_THAT(
      kinds_of(of_class(name, sizes + R"({"type": "su", "short_factor": [1, 1.5],
          "long_factor": [2, 64.25]}, "rope_base": 500, "max_position_embeddings": 8192)")),
      ElementsAre("attention: rope dim=4 base=500 scaling=longrope factor=2 original-context=4096 "
                  "short-factor=1,3/2 long-factor=2,257/4",
                  "patches: diffusers-2d dim=32 layout=halves reference=64 height=192 width=192"));
  EXPECT_THAT(refusal(of_class(name)), HasSubstr("rope_scaling is missing"));
  EXPECT_THAT(refusal(of_class(name, sizes + R"({"short_factor": [1], "long_factor": [1, 1]})")),
              HasSubstr("rope_scaling.short_factor has 1 numbers; 2 pairs turn"));
}

TEST(DiffusersConfig, SaysWhatIsWrong) {
  const auto refused = [](const std::string& name, const std::string& more) {
    return refusal(of_class(name, more));
  };
  EXPECT_EQ(refused("FluxTransformer2DModel", R"("axes_dims_rope": [16, 56, 54])"),
            "axes_dims_rope adds up to 126 channels, but a head has 128, by attention_head_dim");
  EXPECT_EQ(refused("FluxTransformer2DModel", R"("axes_dims_rope": [15, 57, 56])"),
            "axes_dims_rope has an axis of 15 channels, which are no pairs");
  EXPECT_EQ(refused("FluxTransformer2DModel", R"("axes_dims_rope": [64, 64])"),
            "axes_dims_rope has 2 numbers, but there are 3 axes");
  EXPECT_EQ(refused("FluxTransformer2DModel", R"("axes_dims_rope": [0, 64, 64])"),
            "axes_dims_rope has a 0: each axis needs channels");
  EXPECT_THAT(refused("Flux2Transformer2DModel", R"("rope_theta": -2000)"),
              HasSubstr("rope_theta is '-2000': it must be positive"));
  EXPECT_THAT(refused("ZImageTransformer2DModel", R"("n_heads": 32)"),
              HasSubstr("adds up to 128 channels, but a head has 120, by dim / n_heads"));
  EXPECT_THAT(refused("Kandinsky5Transformer3DModel", R"("model_dim": 1800)"),
              HasSubstr("adds up to 64 channels: model_dim = 1800 is no multiple of that"));
  EXPECT_THAT(refused("WanTransformer3DModel", R"("attention_head_dim": 127)"),
              HasSubstr("attention_head_dim is 127: it must be even"));
  EXPECT_THAT(refused("WanTransformer3DModel", R"("attention_head_dim": 10)"),
              HasSubstr("too few for three axes"));
  EXPECT_THAT(refused("CosmosTransformer3DModel", R"("rope_scale": [2, 1])"),
              HasSubstr("rope_scale has 2 numbers"));
  EXPECT_THAT(refused("CosmosTransformer3DModel", R"("rope_scale": [0, 1, 1])"),
              HasSubstr("rope_scale[0] is '0': it must be positive"));
  EXPECT_THAT(refused("CogVideoXTransformer3DModel",
                      R"("use_rotary_positional_embeddings": true, "attention_head_dim": 72)"),
              HasSubstr("attention_head_dim is 72"));
  EXPECT_THAT(refused("CogVideoXTransformer3DModel",
                      R"("use_rotary_positional_embeddings": true, "patch_size": 61)"),
              HasSubstr("patch_size is larger than"));
  EXPECT_THAT(refused("LTXVideoTransformer3DModel", R"("num_attention_heads": 70000)"),
              HasSubstr("gives more than"));
  EXPECT_THAT(refused("LTXVideoTransformer3DModel",
                      R"("num_attention_heads": 1, "attention_head_dim": 63)"),
              HasSubstr("which are no pairs"));
  EXPECT_THAT(refused("Ideogram4Transformer2DModel", R"("mrope_section": [24, 44, 20])"),
              HasSubstr("mrope_section needs more than the 128 pairs"));
  EXPECT_THAT(refused("MiniMaxH3Transformer3DModel", R"("rope_freq_dim": 22)"),
              HasSubstr("rope_freq_dim is 22: three axes do not fit into a head of 128"));
  EXPECT_THAT(refused("QwenImageTransformer2DModel", R"("use_layer3d_rope": true)"),
              HasSubstr("each layer of an image has its own times"));
  EXPECT_THAT(refused("UNet2DConditionModel", ""),
              HasSubstr("_class_name is 'UNet2DConditionModel', which is not known here"));
}

/// Flux takes its base from its code.
TEST(DiffusersConfig, KeysThatTheClassDoesNotReadAreNamed) {
  EXPECT_THAT(only_kind(of_class("FluxTransformer2DModel", R"("rope_theta": 500)")).warnings,
              ElementsAre("'rope_theta' of the config is not read"));
}

/// The encoding of the command line; of several coordinates, the fields are with it.
TEST(DiffusersConfig, OneKindIsTheEncodingOfTheModel) {
  const ModelConfig flux = config_of(of_class("FluxTransformer2DModel"));
  ASSERT_TRUE(flux.axial);
  EXPECT_EQ(to_text(*flux.axial), to_text(*find_axial("flux")));
  EXPECT_THAT(flux.warnings, IsEmpty());
  const std::string ltx = of_class("LTX2VideoTransformer3DModel");
  EXPECT_THAT(refusal(ltx), HasSubstr("--layer-type must be one of 'video', 'audio'"));
  EXPECT_EQ(config_of(ltx, "audio").axial->program, "ltx-2-audio");
}

}  // namespace
}  // namespace sextant
