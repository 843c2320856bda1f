#include "sextant/config/gguf_architecture.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace sextant {
namespace {

using enum GgufPositions;

// Sources: llama.cpp's llama_model_rope_type() and its loaders of hyper-parameters, autumn 2026.

/// Architectures that differ from the default of GgufArchitecture only in their positions.
constexpr std::array<std::string_view, 19> kAdjacent = {
    "llada",    "internlm2",     "minicpm",      "xverse",    "command-r", "olmo",       "arctic",
    "deepseek", "deepseek2-ocr", "plm",          "chatglm",   "chameleon", "bailingmoe", "neo-bert",
    "arcee",    "ernie4_5",      "ernie4_5-moe", "maincoder", "glm4"};
constexpr std::array<std::string_view, 59> kHalves = {
    "falcon-h1",   "dbrx",           "jina-bert-v3",   "modern-bert",
    "nomic-bert",  "nomic-bert-moe", "eurobert",       "stablelm",
    "bitnet",      "qwen",           "qwen2",          "dream",
    "qwen2moe",    "qwen3",          "qwen3moe",       "llada-moe",
    "rnd1",        "olmoe",          "phi2",           "phi3",
    "phimoe",      "plamo",          "plamo2",         "plamo3",
    "gemma",       "gemma2",         "gemma4",         "gemma4-assistant",
    "starcoder2",  "openelm",        "gptneox",        "codeshell",
    "orion",       "nemotron",       "exaone",         "minicpm3",
    "bailingmoe2", "dots1",          "hunyuan-moe",    "jais2",
    "gpt-oss",     "hunyuan-dense",  "lfm2",           "lfm2moe",
    "seed_oss",    "grovemoe",       "apertus",        "minimax-m2",
    "minimax-m3",  "cogvlm",         "pangu-embedded", "qwen3next",
    "mimo2",       "talkie",         "mellum",         "glm4moe",
    "hunyuan-vl",  "hy-v3",          "step35"};
constexpr std::array<std::string_view, 10> kAbsent = {
    "mamba", "mamba2", "jamba",      "rwkv6",          "rwkv6qwen2",
    "rwkv7", "arwkv7", "nemotron_h", "nemotron_h_moe", "kimi-linear"};

constexpr std::array<GgufArchitecture, 44> kSpecial = {{
    {.name = "llama", .positions = adjacent, .whole_head = true},
    {.name = "llama-embed", .positions = adjacent, .whole_head = true},
    {.name = "deci", .positions = adjacent, .whole_head = true},
    {.name = "falcon", .whole_head = true},
    {.name = "granite", .positions = adjacent, .finetuned_turns = true},
    {.name = "granitemoe", .positions = adjacent, .finetuned_turns = true},
    {.name = "granitehybrid", .positions = adjacent, .finetuned_turns = true},
    {.name = "afmoe", .rope_step = 4},
    {.name = "smallthinker", .rope_step = 4, .first_of_step = true},
    {.name = "baichuan", .positions = adjacent, .max_bias = 8},
    {.name = "llama4", .positions = adjacent, .rope_step = 4},
    {.name = "smollm3", .positions = adjacent, .rope_step = 4},
    {.name = "cohere2", .positions = adjacent, .period = 4, .rope_in_windows_only = true},
    {.name = "exaone4", .period = 4, .rope_in_windows_only = true},
    {.name = "exaone-moe", .period = 4, .rope_in_windows_only = true},
    {.name = "deepseek2", .positions = adjacent, .log_unit = 10, .reads_temperature = true},
    {.name = "deepseek32", .positions = adjacent, .log_unit = 10, .reads_temperature = true},
    {.name = "deepseek4", .positions = adjacent, .compresses = true},
    {.name = "mistral4", .positions = adjacent, .log_unit = 10, .reads_temperature = true},
    {.name = "glm-dsa", .positions = adjacent, .log_unit = 10},
    {.name = "mistral3",
     .positions = adjacent,
     .reads_yarn = true,
     .log_unit = 1,
     .reads_temperature = true},
    {.name = "grok", .reads_yarn = true},
    {.name = "laguna", .reads_yarn = true, .own_local_base = true},
    {.name = "gemma3", .own_local_base = true, .period = 6},
    {.name = "gemma3n", .own_local_base = true, .period = 5},
    {.name = "gemma-embedding", .own_local_base = true, .period = 6},
    {.name = "olmo2", .unscaled_windows = true, .period = 4},
    {.name = "qwen2vl", .positions = sections},
    {.name = "paddleocr", .positions = sections},
    {.name = "qwen3vl", .positions = alternating},
    {.name = "qwen3vlmoe", .positions = alternating},
    {.name = "qwen35", .positions = alternating},
    {.name = "qwen35moe", .positions = alternating},
    {.name = "qwen3tts", .positions = alternating},
    {.name = "gpt2", .positions = learned},
    {.name = "starcoder", .positions = learned},
    {.name = "bert", .positions = learned},
    {.name = "bloom", .positions = biases, .max_bias = 8},
    {.name = "refact", .positions = biases, .max_bias = 8},
    {.name = "jina-bert-v2", .positions = biases, .max_bias = 8},
    {.name = "mpt", .positions = biases},
    {.name = "jais", .positions = biases},
    {.name = "t5", .positions = buckets},
    {.name = "t5encoder", .positions = buckets},
}};

template <std::size_t N>
constexpr std::array<GgufArchitecture, N> with(const std::array<std::string_view, N>& names,
                                               GgufPositions positions) {
  std::array<GgufArchitecture, N> all{};
  for (std::size_t i = 0; i < N; ++i) {
    all[i].name = names[i];
    all[i].positions = positions;
  }
  return all;
}

constexpr auto kAllAdjacent = with(kAdjacent, adjacent);
constexpr auto kAllHalves = with(kHalves, halves);
constexpr auto kAllAbsent = with(kAbsent, absent);

}  // namespace

const GgufArchitecture* find_gguf_architecture(std::string_view name) {
  const auto among = [&](std::span<const GgufArchitecture> all) -> const GgufArchitecture* {
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const GgufArchitecture& one) { return one.name == name; });
    return found != all.end() ? &*found : nullptr;
  };
  if (const auto* found = among(kSpecial)) return found;
  if (const auto* found = among(kAllAdjacent)) return found;
  if (const auto* found = among(kAllHalves)) return found;
  return among(kAllAbsent);
}

}  // namespace sextant
