#include <gmock/gmock.h>

#include "config/config_files.hpp"

namespace sextant {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Hybrid {
  const char* source;
  const char* config;
  std::vector<std::string> kinds;
};

/// Models in which some layers attend and others do not, by the keys and defaults of their code.
TEST(HybridConfigs, TheLayersThatAttendAreNumbered) {
  const Hybrid hybrids[] = {
      {"configuration_bamba.py: attn_layer_indices, half of a head",
       R"({"model_type": "bamba", "hidden_size": 4096, "num_attention_heads": 32,
           "num_hidden_layers": 5, "attn_layer_indices": [1, 3], "rope_theta": 10000.0})",
       {"with rotation 1,3: rope dim=64", "mamba 0,2,4: absent"}},
      {"vLLM bamba.py: attn_rotary_emb",
       R"({"model_type": "bamba", "hidden_size": 4096, "num_attention_heads": 32,
           "num_hidden_layers": 2, "attn_layer_indices": [0], "attn_rotary_emb": 32,
           "rope_theta": 10000.0})",
       {"with rotation 0: rope dim=32", "mamba 1: absent"}},
      {"configuration_lfm2.py: full_attn_idxs, base 1000000",
       R"({"model_type": "lfm2", "head_dim": 64, "num_hidden_layers": 3, "full_attn_idxs": [2],
           "rope_parameters": {}, "rope_scaling": null})",
       {"with rotation 2: rope dim=64 base=1000000", "conv 0,1: absent"}},
      {"configuration_qwen3_next.py: every fourth layer by default",
       R"({"model_type": "qwen3_next", "head_dim": 256, "num_hidden_layers": 5,
           "rope_theta": 10000000, "partial_rotary_factor": 0.25})",
       {"with rotation 3: rope dim=64 base=10000000", "linear_attention 0,1,2,4: absent"}},
      {"the same: full_attention_interval",
       R"({"model_type": "qwen3_next", "head_dim": 256, "num_hidden_layers": 4,
           "full_attention_interval": 2, "rope_theta": 10000000, "partial_rotary_factor": 0.25})",
       {"with rotation 1,3: rope dim=64 base=10000000", "linear_attention 0,2: absent"}},
      {"configuration_recurrent_gemma.py: block_types is repeated",
       R"({"model_type": "recurrent_gemma", "hidden_size": 2560, "num_attention_heads": 10,
           "num_hidden_layers": 5, "block_types": ["recurrent", "recurrent", "attention"],
           "rope_theta": 10000.0, "partial_rotary_factor": 0.5})",
       {"with rotation 2: rope dim=128", "recurrent 0,1,3,4: absent"}},
      {"vLLM minimax_text_01.py: attn_type_list has 1 where attention is full",
       R"({"model_type": "minimax", "head_dim": 128, "rotary_dim": 64, "num_hidden_layers": 3,
           "attn_type_list": [0, 0, 1], "rope_theta": 10000000})",
       {"with rotation 2: rope dim=64 base=10000000", "linear_attention 0,1: absent"}},
      {"configuration_minimax.py: full attention in every other layer by default, from the first "
       "on",
       R"({"model_type": "minimax", "head_dim": 128, "rotary_dim": 64, "num_hidden_layers": 5,
           "rope_theta": 10000000})",
       {"with rotation 0,2,4: rope dim=64 base=10000000", "linear_attention 1,3: absent"}},
      {"configuration_bamba.py: no layer attends by default",
       R"({"model_type": "bamba", "hidden_size": 4096, "num_attention_heads": 32,
           "num_hidden_layers": 3, "rope_theta": 10000.0})",
       {"mamba 0,1,2: absent"}},
      {"configuration_minimax_m2.py: every layer attends",
       R"({"model_type": "minimax_m2", "head_dim": 128, "rotary_dim": 64, "num_hidden_layers": 2,
           "rope_theta": 5000000})",
       {" 0,1: rope dim=64 base=5000000"}},
      {"configuration_afmoe.py: the last of every four layers does not rotate",
       R"({"model_type": "afmoe", "head_dim": 64, "num_hidden_layers": 5,
           "global_attn_every_n_layers": 4, "rope_theta": 10000.0})",
       {"with rotation 0,1,2,4: rope dim=64", "no rotation 3: absent"}},
      {"configuration_granitemoehybrid.py: rope in the layers that attend",
       R"({"model_type": "granitemoehybrid", "hidden_size": 2048, "num_attention_heads": 32,
           "position_embedding_type": "rope", "rope_theta": 10000,
           "layer_types": ["mamba", "attention"]})",
       {"with rotation 1: rope dim=64", "mamba 0: absent"}},
      {"the same with the words of Transformers 5",
       R"({"model_type": "granitemoehybrid", "hidden_size": 2048, "num_attention_heads": 32,
           "position_embedding_type": "rope", "rope_theta": 10000,
           "layer_types": ["linear_attention", "full_attention"]})",
       {"with rotation 1: rope dim=64", "linear_attention 0: absent"}},
      {"the same: without position_embedding_type nothing rotates",
       R"({"model_type": "granitemoehybrid", "hidden_size": 2048, "num_attention_heads": 32,
           "rope_theta": 10000, "layer_types": ["mamba", "attention"]})",
       {": absent"}},
      {"configuration_falcon_h1.py: every layer attends, with a Mamba beside it",
       R"({"model_type": "falcon_h1", "head_dim": 64, "rope_theta": 1e11,
           "layers_block_type": ["hybrid", "hybrid"]})",
       {" 0,1: rope dim=64 base=100000000000"}},
      {"modeling_zamba2.py: heads twice as wide, in the hybrid layers",
       R"({"model_type": "zamba2", "hidden_size": 3584, "num_attention_heads": 32,
           "kv_channels": 112, "use_mem_rope": true, "rope_theta": 10000,
           "layers_block_type": ["mamba", "hybrid"]})",
       {"with rotation 1: rope dim=224", "mamba 0: absent"}},
      {"the same: use_long_context",
       R"({"model_type": "zamba2", "hidden_size": 2560, "num_attention_heads": 32,
           "attention_head_dim": 160, "use_mem_rope": true, "use_long_context": true,
           "rope_theta": 10000, "num_hidden_layers": 2, "hybrid_layer_ids": [0]})",
       {"with rotation 0: rope dim=160 scaling=ntk factor=8", "mamba 1: absent"}},
      {"the same: without use_mem_rope nothing rotates",
       R"({"model_type": "zamba2", "hidden_size": 2560, "num_attention_heads": 32,
           "rope_theta": 10000})",
       {": absent"}},
  };
  for (const Hybrid& hybrid : hybrids)
    EXPECT_EQ(kinds_of(hybrid.config), hybrid.kinds) << hybrid.source;
}

/// Transformers 5 changed these defaults.
TEST(HybridConfigs, ABaseThatDependsOnTheVersionIsUnknown) {
  for (const std::string type : {"falcon_h1", "qwen3_vl_text", "qwen3_vl_moe_text"}) {
    const std::string config = R"({"model_type": ")" + type +
                               R"(", "head_dim": 64, "num_hidden_layers": 2, "rope_parameters":
                               {"rope_type": "default")";
    const LayerEncoding layers = only_kind(config + "}}");
    EXPECT_EQ(layers.positions, LayerPositions::unknown) << type;
    EXPECT_THAT(layers.words, HasSubstr("Transformers 4 takes")) << type;
    EXPECT_EQ(said_of(only_kind(config + R"(, "rope_theta": 5000000}})")),
              "rope dim=64 base=5000000");
  }
}

TEST(HybridConfigs, NumbersBeyondTheLastLayerAreRefused) {
  EXPECT_THAT(refusal(head_of(8, R"("model_type": "bamba", "rope_theta": 1, "num_hidden_layers": 2,
                                    "attn_layer_indices": [2])")),
              HasSubstr("attn_layer_indices has 2 of 2 layers"));
  EXPECT_THAT(refusal(head_of(8, R"("rope_theta": 1, "num_hidden_layers": 2, "block_types": [])")),
              HasSubstr("block_types is empty"));
}

/// Step-3.5-Flash: a base and a rotated fraction for each layer, and Llama 3's scaling for one
/// kind.  Lists may be longer than the model: the last entries are of draft layers.
TEST(HybridConfigs, BasesAndFractionsMayBeGivenForEachLayer) {
  const std::string step = R"("model_type": "step3p5", "auto_map": {}, "num_hidden_layers": 3,
      "max_position_embeddings": 262144, "rope_theta": [5000000.0, 10000.0, 10000.0, 10000.0],
      "partial_rotary_factors": [0.5, 1.0, 1.0, 1.0], "yarn_only_types": ["full_attention"],
      "layer_types": ["full_attention", "sliding_attention", "sliding_attention",
      "sliding_attention"], "rope_scaling": {"rope_type": "llama3", "factor": 2.0,
      "low_freq_factor": 1.0, "high_freq_factor": 32.0, "original_max_position_embeddings": 131072})";
  EXPECT_THAT(kinds_of(head_of(128, step)),
              ElementsAre("full_attention 0: rope dim=64 base=5000000 scaling=llama3 factor=2 "
                          "original-context=131072 high-freq-factor=32",
                          "sliding_attention 1,2,3: rope dim=128"));
  EXPECT_THAT(layers_of(head_of(128, step))[1].warnings, IsEmpty());
  EXPECT_THAT(kinds_of(head_of(128, step + R"(, "use_rope_layers": [true, false, true])")),
              ElementsAre(HasSubstr("full_attention 0:"), HasSubstr("sliding_attention 2,3:"),
                          "no rotation 1: absent"));
  EXPECT_THAT(kinds_of(head_of(128, step + R"(, "attention_other_setting": {"head_dim": 64})")),
              ElementsAre(": unknown"));
  EXPECT_THAT(refusal(head_of(8, R"("rope_theta": 1, "partial_rotary_factors": [2],
                                    "layer_types": ["full_attention"])")),
              HasSubstr("partial_rotary_factors has a number greater than 1"));
  EXPECT_THAT(refusal(head_of(8, R"("rope_theta": [1], "layer_types": ["full_attention",
                                    "full_attention"])")),
              HasSubstr("rope_theta has 1 entries for 2 layers"));
}

/// Qwen2.5-1M: the frequencies are not scaled; positions are counted within a chunk.
TEST(HybridConfigs, DualChunkAttentionGivesAWarning) {
  const LayerEncoding layers = only_kind(head_of(
      128, R"("model_type": "qwen2", "rope_theta": 10000000.0, "dual_chunk_attention_config": {
      "chunk_size": 262144, "local_size": 8192, "original_max_position_embeddings": 262144})"));
  EXPECT_EQ(said_of(layers), "rope dim=128 base=10000000");
  EXPECT_THAT(layers.warnings, ElementsAre(HasSubstr("by p mod 253952")));
  EXPECT_THAT(
      only_kind(head_of(8, R"("rope_theta": 1, "dual_chunk_attention_config": {})")).warnings,
      Contains(HasSubstr("by p mod (chunk_size - local_size)")));
}

}  // namespace
}  // namespace sextant
