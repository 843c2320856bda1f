#include <gmock/gmock.h>

#include "config/config_files.hpp"

namespace sextant {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Key {
  const char* source;  ///< the thread, or the file that reads the key
  std::string config;
  const char* meaning;  ///< as said_of shows it
};

std::string scaled(const std::string& dict) {
  return head_of(
      8, R"("rope_theta": 10000, "max_position_embeddings": 4096, "rope_scaling": {)" + dict + "}");
}

/// Keys of programs beside those of Transformers, each with the encoding that its reader computes.
TEST(ConfigKeys, AreReadAsTheirProgramsReadThem) {
  const Key keys[] = {
      {"vllm-project/vllm#41236, NomicBertDynamicNTKRotaryEmbedding",
       R"({"model_type": "nomic_bert", "auto_map": {}, "n_embd": 768, "n_head": 12,
           "rotary_emb_base": 1000, "rotary_emb_fraction": 1.0, "rotary_emb_interleaved": false,
           "rotary_emb_scale_base": null, "rotary_scaling_factor": 2,
           "max_trained_positions": 2048, "n_positions": 8192})",
       "rope dim=64 base=1000 scaling=dynamic factor=2 original-context=2048"},
      {"flash-attn layers rotary.py: rotary_emb_fraction and rotary_emb_interleaved",
       R"({"n_embd": 64, "n_head": 2, "rotary_emb_base": 10000, "rotary_emb_fraction": 0.5,
           "rotary_emb_interleaved": true})",
       "rope dim=16 layout=interleaved"},
      {"StableLM configuration_stablelm_epoch.py: rope_pct",
       R"({"model_type": "stablelm_epoch", "hidden_size": 2560, "num_attention_heads": 32,
           "rope_pct": 0.25, "rope_theta": 10000})",
       "rope dim=20"},
      {"Qwen-1 modeling_qwen.py: below seq_length the base is as written",
       R"({"model_type": "qwen", "kv_channels": 128, "rotary_emb_base": 10000, "rotary_pct": 1.0,
           "seq_length": 8192, "use_dynamic_ntk": true})",
       "rope dim=128"},
      {"Phi-3-small configuration_phi3_small.py: rope_embedding_base",
       R"({"model_type": "phi3small", "head_dim": 128, "rope_embedding_base": 500000,
           "rope_position_scale": 1.0})",
       "rope dim=128 base=500000"},
      {"vLLM chatglm.py: base 10000·rope_ratio, half of a head, original_rope (GLM-4)",
       R"({"model_type": "chatglm", "kv_channels": 128, "rope_ratio": 500,
           "padded_vocab_size": 151552, "original_rope": true})",
       "rope dim=64 base=5000000 layout=interleaved"},
      {"TensorRT-LLM models/chatglm/config.py: ChatGLM3 the same",
       R"({"model_type": "chatglm", "kv_channels": 128, "rope_ratio": 50,
           "_name_or_path": "THUDM/ChatGLM3-6B-32K", "padded_vocab_size": 65024})",
       "rope dim=64 base=500000 layout=interleaved"},
      {"the same, ztxz16/fastllm#374: ChatGLM2 divides positions",
       R"({"model_type": "chatglm", "kv_channels": 128, "rope_ratio": 4, "auto_map":
           {"AutoConfig": "THUDM/chatglm2-6b-32k--configuration_chatglm.ChatGLMConfig"}})",
       "rope dim=64 layout=interleaved scaling=linear factor=4"},
      {"ChatGLM2 and ChatGLM3 without a ratio",
       R"({"model_type": "chatglm", "kv_channels": 128, "rope_ratio": 1})",
       "rope dim=64 layout=interleaved"},
      {"jina-embeddings-v3: remote code with the model_type of a learned table",
       R"({"model_type": "xlm-roberta", "auto_map": {}, "position_embedding_type": "rotary",
           "rotary_emb_base": 20000.0, "hidden_size": 1024, "num_attention_heads": 16,
           "max_position_embeddings": 8194})",
       "rope dim=64 base=20000"},
      {"DeepSeek-VL2-tiny: without MLA its keys do not count",
       R"({"model_type": "deepseek_v2", "hidden_size": 1280, "num_attention_heads": 10,
           "use_mla": false, "qk_rope_head_dim": 0, "rope_theta": 10000, "rope_interleave": false})",
       "rope dim=128"},
      {"configuration_deepseek_v3.py: qk_rope_head_dim is 64 by default",
       R"({"model_type": "deepseek_v3", "hidden_size": 7168, "num_attention_heads": 128,
           "rope_theta": 10000})",
       "rope dim=64 layout=interleaved"},
      {"LLaVA-1.5: Transformers' defaults of hidden_size and num_attention_heads",
       R"({"model_type": "llava", "text_config": {"model_type": "llama",
           "max_position_embeddings": 4096}})",
       "rope dim=128"},
      {"DBRX configuration_dbrx.py: attn_config",
       R"({"model_type": "dbrx", "d_model": 6144, "n_heads": 48, "max_seq_len": 32768,
           "attn_config": {"clip_qkv": 8, "kv_n_heads": 8, "rope_theta": 500000}})",
       "rope dim=128 base=500000"},
      {"MPT configuration_mpt.py: attn_config.rope",
       R"({"model_type": "mpt", "d_model": 4096, "n_heads": 32, "attn_config": {"alibi": false,
           "rope": true, "rope_theta": 10000, "rope_impl": "dail", "rope_dail_config":
           {"type": "original", "xpos_scale_base": 512}}})",
       "rope dim=128"},
      {"Falcon configuration_falcon.py: without alibi it rotates, base 10000",
       R"({"model_type": "falcon", "alibi": false, "hidden_size": 4544,
           "num_attention_heads": 71})",
       "rope dim=64"},
      {"vLLM get_rope: dynamic with alpha, b·α^(d/(d−2)) (Hunyuan)",
       scaled(R"("type": "dynamic", "alpha": 1000.0, "factor": 1.0)"),
       "rope dim=8 scaling=ntk factor=1000"},
      {"vLLM get_rope: xdrope has the same base (HunYuan-VL)",
       scaled(R"("type": "xdrope", "alpha": 1000, "xdrope_section": [1, 1, 1, 1])"),
       "rope dim=8 scaling=ntk factor=1000"},
      {"vLLM openpangu_rope.py: no scaling",
       scaled(R"("type": "openpangu", "mrope_section": [2, 1, 1], "mrope_interleaved": true)"),
       "rope dim=8"},
      {"vLLM deepseek_scaling_rope.py: g(mscale)/g(mscale_all_dim), mscale 1 by default",
       scaled(R"("type": "deepseek_yarn", "factor": 40, "original_max_position_embeddings": 1024)"),
       "rope dim=8 scaling=yarn factor=40 original-context=1024 mscale=1 convention=vllm-deepseek"},
      {"the same: attn_factor, extrapolation_factor",
       scaled(R"("type": "deepseek_llama_scaling", "factor": 4, "mscale": 0.5, "mscale_all_dim": 1,
                 "original_max_position_embeddings": 1024, "attn_factor": 2,
                 "extrapolation_factor": 0.5)"),
       "rope dim=8 scaling=yarn factor=4 original-context=1024 attention-factor=2 mscale=1/2 "
       "mscale-all-dim=1 extrapolation-factor=1/2 convention=vllm-deepseek"},
      {"the same: mscale and mscale_all_dim 0 give amplitude 1 (DeepSeek-V4)",
       scaled(R"("type": "deepseek_llama_scaling", "factor": 4, "mscale": 0, "mscale_all_dim": 0,
                 "original_max_position_embeddings": 1024)"),
       "rope dim=8 scaling=yarn factor=4 original-context=1024 attention-factor=1"},
      {"vLLM ntk_scaling_rope.py: NTK fixed", scaled(R"("type": "ntk", "factor": 2)"),
       "rope dim=8 scaling=ntk-mixed factor=2"},
      {"the same: NTK mixed", scaled(R"("type": "ntk", "factor": 2, "mixed_b": 0.625)"),
       "rope dim=8 scaling=ntk-mixed factor=2 mixed-b=5/8"},
      {"vLLM TeleChat3: 0.07·m·ln f + 1",
       scaled(R"("type": "telechat3-yarn", "factor": 4, "original_max_position_embeddings": 1024)"),
       "rope dim=8 scaling=yarn factor=4 original-context=1024 mscale=1 "
       "mscale-coefficient=7/100 convention=vllm-deepseek"},
      {"Phi-3.5-MoE modeling_phimoe.py: short_mscale and long_mscale",
       scaled(R"("type": "longrope", "short_factor": [1, 1, 1, 1], "long_factor": [1, 2, 3, 4],
                 "original_max_position_embeddings": 1024, "short_mscale": 1.25,
                 "long_mscale": 1.25)"),
       "rope dim=8 scaling=longrope factor=4 original-context=1024 attention-factor=5/4 "
       "short-factor=1,1,1,1 long-factor=1,2,3,4"},
      {"vllm-project/vllm#27722: truncate of gpt-oss",
       scaled(R"("type": "yarn", "factor": 4, "truncate": false,
                 "original_max_position_embeddings": 1024)"),
       "rope dim=8 scaling=yarn factor=4 original-context=1024 truncate=no"},
      {"vLLM get_rope: rope_dim",
       head_of(16, R"("rope_parameters": {"rope_theta": 10000, "rope_dim": 8})"), "rope dim=8"},
      {"huggingface/transformers#48105: axial, [h | w]",
       R"({"model_type": "qwen3_vl_vision", "hidden_size": 1280, "num_heads": 16,
           "spatial_merge_size": 2, "rope_parameters": {"rope_type": "axial",
           "rope_theta": 10000}})",
       "qwen2-vl-vision dim=80"},
      {"Pixtral's own config, of images",
       R"({"model_type": "pixtral", "head_dim": 64, "rope_theta": 10000.0})", "pixtral dim=64"},
      {"DINOv3's own config",
       R"({"model_type": "dinov3_vit", "hidden_size": 384, "num_attention_heads": 6,
           "rope_theta": 100.0})",
       "dinov3 dim=64 base=100"},
      {"ESM-2 modeling_esm.py: base 10000",
       R"({"model_type": "esm", "hidden_size": 320, "num_attention_heads": 20,
           "position_embedding_type": "rotary"})",
       "rope dim=16"},
      {"Wav2Vec2-Conformer: rotary_embedding_base",
       R"({"model_type": "wav2vec2-conformer", "hidden_size": 1024, "num_attention_heads": 16,
           "position_embeddings_type": "rotary", "rotary_embedding_base": 5000})",
       "rope dim=64 base=5000"},
      {"vLLM configs/mistral.py: yarn of a params.json",
       R"({"dim": 5120, "n_layers": 2, "n_heads": 32, "head_dim": 128, "rope_theta": 1e9,
           "yarn": {"factor": 16, "original_max_position_embeddings": 16384, "beta": 32,
           "alpha": 1, "apply_scale": false}})",
       "rope dim=128 base=1000000000 layout=interleaved scaling=yarn factor=16 "
       "original-context=16384 attention-factor=1"},
      {"vLLM ernie45_vl.py: interleaved pairs",
       R"({"model_type": "ernie4_5_moe_vl", "head_dim": 128, "rope_theta": 500000,
           "rope_scaling": {"type": "default", "mrope_section": [22, 22, 20]}})",
       "rope dim=128 base=500000 layout=interleaved"},
  };
  for (const Key& key : keys) {
    const LayerEncoding layers = only_kind(key.config);
    EXPECT_EQ(said_of(layers), key.meaning) << key.source << ": " << layers.words;
    EXPECT_EQ(layers.positions, LayerPositions::computed) << key.source;
  }
}

/// What no encoding expresses is unknown, and the words name the key.
TEST(ConfigKeys, WhatNoEncodingExpressesIsUnknown) {
  const Key keys[] = {
      {"vLLM llama4_vision_rope.py", scaled(R"("type": "mllama4")"),
       "rope_scaling.type is mllama4"},
      {"an unknown word", scaled(R"("type": "spiral", "factor": 2)"),
       "rope_scaling.type is 'spiral'"},
      {"modeling_phimoe.py",
       scaled(R"("type": "longrope", "short_factor": [1, 1, 1, 1], "long_factor": [1, 2, 3, 4],
                 "short_mscale": 1.25, "long_mscale": 1.5)"),
       "rope_scaling.long_mscale is 1.5"},
      {"vllm-project/vllm#55204",
       scaled(R"("type": "default", "fope_init_factor": 0.1, "fope_sep_head": true)"),
       "rope_scaling.fope_init_factor"},
      {"flash-attn layers rotary.py",
       head_of(8, R"("rope_theta": 1, "rotary_emb_scale_base": 512)"),
       "rotary_emb_scale_base is of xPos"},
      {"MPT", R"({"model_type": "mpt", "d_model": 64, "n_heads": 2, "attn_config": {"rope": true,
                 "rope_theta": 1, "rope_dail_config": {"type": "xpos"}}})",
       "attn_config.rope_dail_config.type is 'xpos'"},
      {"Step-3.5 without layer_types", head_of(8, R"("rope_theta": [1, 2])"),
       "rope_theta is a list with a number for each layer, but layer_types is missing"},
      {"Step-3.5", head_of(8, R"("rope_theta": 1, "partial_rotary_factors": [1, 0.5],
                                 "layer_types": ["full_attention", "full_attention"])"),
       "partial_rotary_factors is a list with several numbers for the layers 'full_attention'"},
      {"ChatGLM2 or ChatGLM3",
       R"({"model_type": "chatglm", "kv_channels": 128, "rope_ratio": 16,
           "padded_vocab_size": 65024})",
       "rope_ratio is 16: ChatGLM2 divides positions by it"},
      {"phi3small", head_of(8, R"("rope_embedding_base": 1, "rope_position_scale": 2)"),
       "rope_position_scale is not 1"},
      {"Llama 4's own config of images",
       R"({"model_type": "llama4_vision_model", "head_dim": 8, "rope_theta": 1})",
       "model_type is 'llama4_vision_model'"},
      {"ChatGLM-6B", head_of(8, R"("model_type": "chatglm", "position_encoding_2d": true)"),
       "position_encoding_2d is true"},
      {"Meta's params.json", R"({"dim": 64, "n_layers": 2, "n_heads": 2, "rope_theta": 1,
                                 "use_scaled_rope": true})",
       "use_scaled_rope is true"},
      {"Mistral's params.json", R"({"dim": 64, "n_layers": 2, "n_heads": 2, "rope_theta": 1,
                                 "yarn": {"factor": 2,
                                 "original_max_position_embeddings": 64}})",
       "yarn.apply_scale is missing"},
  };
  for (const Key& key : keys) {
    const LayerEncoding layers = only_kind(key.config);
    EXPECT_EQ(layers.positions, LayerPositions::unknown) << key.source;
    EXPECT_THAT(layers.words, HasSubstr(key.meaning)) << key.source;
    EXPECT_FALSE(layers.encoding || layers.axial) << key.source;
    EXPECT_THAT(refusal(key.config), HasSubstr(key.meaning)) << key.source;
  }
}

TEST(ConfigKeys, AFactorThatIsInTheCodeHasThoseOfPublishedPrograms) {
  const std::string params = R"({"dim": 256, "n_layers": 2, "n_heads": 4, "rope_theta": 500000,
                                 "use_scaled_rope": )";
  const std::vector<Encoding> found = only_kind(params + "true}").alternatives;
  ASSERT_EQ(found.size(), 2u);
  for (const auto& [encoding, factor] : {std::pair(found[0], 8), {found[1], 32}}) {
    const auto& rotary = std::get<Rotary>(encoding);
    EXPECT_EQ(rotary.dim, 64);
    EXPECT_EQ(rotary.context,
              (Context{.scaling = Scaling::llama3, .factor = factor, .original = 8192}));
  }
  EXPECT_TRUE(only_kind(params + "false}").alternatives.empty());
}

TEST(ConfigKeys, WhatIsMalformedIsRefusedByItsName) {
  const std::pair<std::string, const char*> wrong[] = {
      {head_of(8, R"("rope_theta": 1, "rotary_scaling_factor": "2")"),
       "rotary_scaling_factor is '2', a text"},
      {head_of(8, R"("rope_theta": 1, "rotary_scaling_factor": 2)"),
       "max_trained_positions is missing"},
      {head_of(8, R"("rope_theta": 1, "rotary_emb_interleaved": 1)"),
       "rotary_emb_interleaved is '1', a number"},
      {head_of(8, R"("rope_theta": 1, "rope_pct": 2)"), "rope_pct is 2: beyond 1"},
      {head_of(8, R"("rope_theta": 1, "attn_config": 3, "num_hidden_layers": 1)"),
       "attn_config is '3', a number"},
      {head_of(16, R"("rope_parameters": {"rope_theta": 1, "rope_dim": 32})"),
       "rope_parameters.rope_dim is beyond a head of 16"},
      {head_of(8, R"("rope_theta": 1, "layer_types": "full_attention")"), "layer_types is"},
      {head_of(8, R"("rope_theta": 1, "layer_types": [1])"), "layer_types[0] is '1', a number"},
      {head_of(8, R"("rope_theta": 1, "compress_ratios": [-4])"), "compress_ratios[0] is '-4'"},
      {scaled(R"("type": "xdrope")"), "rope_scaling.alpha is missing"},
      {scaled(R"("type": "ntk")"), "rope_scaling.factor is missing"},
      {scaled(R"("type": "deepseek_yarn")"), "rope_scaling.factor is missing"},
      {scaled(R"("type": "telechat3-yarn", "original_max_position_embeddings": 64)"),
       "rope_scaling.factor is missing"},
      {R"({"dim": 64, "n_layers": 2, "n_heads": 2, "rope_theta": 1, "yarn": {}})",
       "yarn.factor is missing"},
      {R"({"model_type": "chatglm", "kv_channels": 128, "rope_ratio": 0})", "rope_ratio is '0'"},
      {R"({"model_type": "deberta-v2", "relative_attention": true, "position_buckets": 1e9})",
       "position_buckets is not one of"},
      {R"({"model_type": "whisper"})", "d_model is missing"},
      {R"({"model_type": "t5", "relative_attention_num_buckets": 0})",
       "relative_attention_num_buckets is '0'"},
  };
  for (const auto& [text, why] : wrong) EXPECT_THAT(refusal(text), HasSubstr(why)) << text;
}

/// The keys that decided stand in `from`, with their values as written.
TEST(ConfigKeys, TheKeysThatDecidedAreListed) {
  const LayerEncoding layers =
      only_kind(head_of(8, R"("rope_theta": 1e4, "rope_scaling": {"type": "yarn", "factor": 4.0,
            "original_max_position_embeddings": 1024, "beta_fast": 32}, "use_cache": true)"));
  std::vector<std::string> listed;
  for (const ConfigKey& key : layers.from) listed.push_back(key.key + "=" + key.value);
  EXPECT_THAT(listed, testing::UnorderedElementsAre(
                          "head_dim=8", "rope_theta=1e4", "rope_scaling.type=yarn",
                          "rope_scaling.factor=4.0", "rope_scaling.beta_fast=32",
                          "rope_scaling.original_max_position_embeddings=1024"));
  const LayerEncoding usual = only_kind(head_of(8, "\"rope_scaling\": null"));
  ASSERT_EQ(usual.from.size(), 2U);
  EXPECT_EQ(usual.from[1].key, "rope_theta");
  EXPECT_EQ(usual.from[1].value, "");  // a default
}

/// A model whose code is remote is not guessed at, unless its model_type is known.
TEST(ConfigKeys, RemoteCodeIsNotGuessed) {
  const auto remote = [](const std::string& more) {
    return only_kind(
        head_of(8, R"("rope_theta": 1, "auto_map": {"AutoModel": "modeling.Model"})" + more));
  };
  const LayerEncoding unknown = remote(R"(, "model_type": "mystery")");
  EXPECT_EQ(unknown.positions, LayerPositions::unknown);
  EXPECT_THAT(unknown.words, HasSubstr("its code is remote (auto_map)"));
  EXPECT_EQ(remote(R"(, "model_type": "mystery", "alibi": true, "n_head": 8)").positions,
            LayerPositions::unknown);
  EXPECT_EQ(said_of(remote(R"(, "model_type": "internlm2")")), "rope dim=8 base=1");
  EXPECT_EQ(said_of(remote("")), "rope dim=8 base=1");
}

/// Sections that a LayerEncoding lacks give the encoding of text, and a warning.
TEST(ConfigKeys, OtherArrangementsOfSectionsAreSaid) {
  for (const char* dict : {R"("type": "xdrope", "alpha": 2, "xdrope_section": [1, 1, 1, 1])",
                           R"("type": "openpangu", "mrope_section": [2, 1, 1])"}) {
    const LayerEncoding layers = only_kind(scaled(dict));
    EXPECT_THAT(layers.sections, IsEmpty());
    EXPECT_THAT(layers.warnings,
                Contains(HasSubstr("of text, where a token's positions are equal")));
  }
  const LayerEncoding plain = only_kind(
      scaled(R"("type": "default", "mrope_section": [2, 1, 1], "mrope_interleaved": true)"));
  EXPECT_THAT(plain.sections, ElementsAre(2, 1, 1));
  EXPECT_TRUE(plain.alternating);
}

}  // namespace
}  // namespace sextant
