#include "sextant/config/config_family.hpp"

#include <algorithm>
#include <array>

#include "sextant/config/among.hpp"

namespace sextant {
namespace {

using enum FamilyPairs;

/// Model types of Transformers, and of vLLM for models whose code is remote.
constexpr std::array kFamilies = std::to_array<ConfigFamily>({
    {"afmoe"},
    {"apertus"},
    {"aquila"},
    {"arcee"},
    {"arctic"},
    {"aria_text"},
    {"baichuan"},
    {"bailing_hybrid"},
    {"bailing_moe"},
    {"bailing_moe_v2"},
    {"bamba", half_split, 2},
    {"bitnet"},
    {"chameleon"},
    {"chatglm", interleaved},
    {"codegen", interleaved, 4, 64},
    {"cohere", interleaved},
    {"cohere2", interleaved},
    {"dbrx"},
    {"deepseek"},
    {"deepseek_v2", interleaved, 4, 0, 64},
    {"deepseek_v3", interleaved, 4, 0, 64},
    {"deepseek_v32", interleaved, 4, 0, 64},
    {"deepseek_v4", interleaved},
    {"diffllama"},
    {"dots1"},
    {"emu3_text_model"},
    {"ernie4_5", interleaved},
    {"ernie4_5_moe", interleaved},
    {"ernie4_5_moe_vl", interleaved},
    {"ernie4_5_vl", interleaved},
    {"ernie4_5_vl_moe", interleaved},
    {"ernie4_5_vl_moe_text", interleaved},
    {"esm"},
    {"exaone"},
    {"exaone4"},
    {"exaone_moe"},
    {"falcon"},
    {"falcon_h1"},
    {"gemma", half_split, 4, 0, 256},
    {"gemma2", half_split, 4, 0, 256},
    {"gemma3", half_split, 4, 0, 256},
    {"gemma3_text", half_split, 4, 0, 256},
    {"gemma3n", half_split, 4, 0, 256},
    {"gemma3n_text", half_split, 4, 0, 256},
    {"gemma4"},
    {"gemma4_text"},
    {"glm", interleaved, 2},
    {"glm4", interleaved, 2},
    {"glm4_moe", half_split, 2},
    {"glm4_moe_lite", interleaved, 4, 0, 64},
    {"glm4v", interleaved, 2},
    {"glm4v_moe", half_split, 2},
    {"glm4v_moe_text", half_split, 2},
    {"glm4v_text", interleaved, 2},
    {"gpt_neox", half_split, 1},
    {"gpt_neox_japanese"},
    {"gpt_oss"},
    {"gptj", interleaved, 4, 64},
    {"granite"},
    {"granitemoe"},
    {"granitemoehybrid"},
    {"granitemoeshared"},
    {"helium", interleaved},
    {"hunyuan"},
    {"hunyuan_v1_dense"},
    {"hunyuan_v1_moe"},
    {"hunyuan_vl"},
    {"hunyuan_vl_text"},
    {"internlm"},
    {"internlm2"},
    {"internlm3"},
    {"kimi_k2", interleaved, 4, 0, 64},
    {"laguna"},
    {"lfm2"},
    {"lfm2_moe"},
    {"llama"},
    {"llama4", interleaved},
    {"llama4_text", interleaved},
    {"longcat_flash", interleaved, 4, 0, 64},
    {"mimo"},
    {"mimo_v2_flash"},
    {"minicpm"},
    {"minicpm3"},
    {"minimax"},
    {"minimax_m2"},
    {"ministral"},
    {"ministral3"},
    {"mistral"},
    {"mistral3"},
    {"mixtral"},
    {"mllama"},
    {"mllama_text_model"},
    {"modernbert"},
    {"mpt"},
    {"nemotron", half_split, 2},
    {"nomic_bert"},
    {"olmo"},
    {"olmo2"},
    {"olmo3"},
    {"olmoe"},
    {"orion"},
    {"persimmon", half_split, 2},
    {"phi", half_split, 2},
    {"phi3"},
    {"phi3_v"},
    {"phi3small"},
    {"phi4mm"},
    {"phimoe"},
    {"pixtral"},
    {"qwen"},
    {"qwen2"},
    {"qwen2_5_omni_text"},
    {"qwen2_5_vl"},
    {"qwen2_5_vl_text"},
    {"qwen2_moe"},
    {"qwen2_vl"},
    {"qwen2_vl_text"},
    {"qwen3"},
    {"qwen3_5", half_split, 1},
    {"qwen3_5_moe", half_split, 1},
    {"qwen3_5_moe_text", half_split, 1},
    {"qwen3_5_text", half_split, 1},
    {"qwen3_moe"},
    {"qwen3_next", half_split, 1},
    {"qwen3_omni_moe_text"},
    {"qwen3_vl"},
    {"qwen3_vl_moe"},
    {"qwen3_vl_moe_text"},
    {"qwen3_vl_text"},
    {"recurrent_gemma", half_split, 2},
    {"roformer", interleaved},
    {"seed_oss"},
    {"smollm3"},
    {"solar"},
    {"stablelm", half_split, 1},
    {"stablelm_epoch", half_split, 1},
    {"starcoder2"},
    {"step3p5"},
    {"telechat"},
    {"telechat3"},
    {"xlm-roberta"},
    {"xverse"},
    {"zamba2"},
    {"RefinedWeb"},
    {"RefinedWebModel"},
    {"Yi"},
});

/// Model types without rotation that do not add a table.
constexpr auto kUnrotated = std::to_array<std::string_view>(
    {"bloom", "deberta", "deberta-v2", "falcon_mamba", "jamba", "longt5", "mamba", "mamba2",
     "mpnet", "mt5", "nemotron_h", "pop2piano", "rwkv", "switch_transformers", "t5", "umt5",
     "xlstm", "zamba"});

/// Model types whose biases depend on the offset in a window.
constexpr std::array<std::string_view, 4> kWindows = {"beit", "donut-swin", "maskformer-swin",
                                                      "swin"};

/// A model type, and a number that its code has.
struct Usual {
  std::string_view type;
  int number;
};

/// Defaults of rope_theta in the configurations of Transformers.
constexpr auto kBases = std::to_array<Usual>({
    {"apertus", 12000000},
    {"bitnet", 500000},
    {"emu3_text_model", 1000000},
    {"ernie4_5", 500000},
    {"ernie4_5_moe", 500000},
    {"ernie4_5_vl_moe", 500000},
    {"ernie4_5_vl_moe_text", 500000},
    {"gemma3", 1000000},
    {"gemma3_text", 1000000},
    {"gemma3n", 1000000},
    {"gemma3n_text", 1000000},
    {"gpt_oss", 150000},
    {"helium", 100000},
    {"lfm2", 1000000},
    {"lfm2_moe", 1000000},
    {"llama4", 500000},
    {"llama4_text", 500000},
    {"longcat_flash", 10000000},
    {"minimax", 1000000},
    {"minimax_m2", 5000000},
    {"mixtral", 1000000},
    {"mllama", 500000},
    {"mllama_text_model", 500000},
    {"persimmon", 25000},
    {"phi3small", 1000000},
    {"phimoe", 1000000},
    {"qwen2_5_omni_text", 1000000},
    {"qwen2_5_vl", 1000000},
    {"qwen2_5_vl_text", 1000000},
    {"qwen2_vl", 1000000},
    {"qwen2_vl_text", 1000000},
    {"qwen3_omni_moe_text", 1000000},
    {"smollm3", 2000000},
});

/// A model type whose default of rope_theta was changed in Transformers 5.
struct ChangedBase {
  std::string_view type;
  std::string_view before, now;
};
constexpr auto kChangedBases =
    std::to_array<ChangedBase>({{"falcon_h1", "100000", "10000"},
                                {"qwen3_vl_moe_text", "5000000", "500000"},
                                {"qwen3_vl_text", "5000000", "500000"}});

/// Channels of a head by the defaults of hidden_size and num_attention_heads, for configs such as
/// LLaVA's, whose text_config leaves both out.
constexpr auto kHeads =
    std::to_array<Usual>({{"llama", 128}, {"mistral", 128}, {"mixtral", 128}, {"qwen2", 128}});

/// Defaults of sliding_window_pattern.
constexpr auto kPatterns = std::to_array<Usual>({{"cohere2", 4},
                                                 {"exaone4", 4},
                                                 {"gemma3", 6},
                                                 {"gemma3_text", 6},
                                                 {"gemma3n", 5},
                                                 {"gemma3n_text", 5},
                                                 {"olmo3", 4}});

template <std::size_t N>
int usual(const std::array<Usual, N>& list, std::string_view type, int otherwise) {
  const auto* found = std::find_if(list.begin(), list.end(),
                                   [&](const Usual& known) { return known.type == type; });
  return found == list.end() ? otherwise : found->number;
}

}  // namespace

int usual_base(std::string_view type, std::string_view key) {
  if (key == "rope_local_base_freq" || key == "local_rope_theta") return 10000;
  if (key == "global_rope_theta" || key == "compress_rope_theta") return 160000;
  return usual(kBases, type, 10000);
}

std::string bases_of_versions(std::string_view type) {
  const auto* found = std::find_if(kChangedBases.begin(), kChangedBases.end(),
                                   [&](const ChangedBase& known) { return known.type == type; });
  if (found == kChangedBases.end()) return {};
  return "Transformers 4 takes " + std::string(found->before) + ", Transformers 5 takes " +
         std::string(found->now);
}

int usual_head(std::string_view type) { return usual(kHeads, type, 0); }

bool has_local_base(std::string_view type) { return type.starts_with("gemma3"); }

int usual_sliding_pattern(std::string_view type) { return usual(kPatterns, type, 0); }

const ConfigFamily* find_family(std::string_view type) {
  const auto* found = std::find_if(kFamilies.begin(), kFamilies.end(),
                                   [&](const ConfigFamily& known) { return known.type == type; });
  return found == kFamilies.end() ? nullptr : found;
}

bool known_without_rotation(std::string_view type) {
  return among(kUnrotated, type) || among(kWindows, type);
}

bool rotates_sliding_layers_alone(std::string_view type) {
  constexpr std::array<std::string_view, 4> kTypes = {"afmoe", "cohere2", "exaone4", "exaone_moe"};
  return among(kTypes, type);
}

bool alternates_with_linear_attention(std::string_view type) {
  return type.starts_with("qwen3_next") || type.starts_with("qwen3_5");
}

bool has_linear_attention_without_rotation(std::string_view type) {
  constexpr std::array<std::string_view, 6> kTypes = {
      "bamba", "falcon_h1", "granitemoehybrid", "kimi_linear", "minimax", "zamba2"};
  return type.starts_with("qwen3") || among(kTypes, type);
}

bool rotates_by_interval(std::string_view type) { return type == "smollm3" || is_llama4(type); }

bool stores_sines_first(std::string_view type) { return type == "gptj" || type == "codegen"; }

bool is_llama4(std::string_view type) { return type == "llama4" || type == "llama4_text"; }

}  // namespace sextant
