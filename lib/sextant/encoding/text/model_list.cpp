#include <string>
#include <vector>

#include "sextant/encoding/text/model.hpp"

namespace sextant {
namespace {

/// Of Phi-4-mini-instruct's and Phi-3.5-mini-instruct's config.json.
constexpr const char* kPhi4Long =
    "1,1.118320672,1.250641126,1.398617824,1.564103225,1.74916897,1.956131817,2.187582649,"
    "2.446418898,2.735880826,3.059592084,3.421605075,3.826451687,4.279200023,4.785517845,"
    "5.351743533,5.984965424,6.693110555,7.485043894,8.370679318,9.36110372,10.4687158,"
    "11.70738129,13.09260651,14.64173252,16.37415215,18.31155283,20.47818807,22.90118105,"
    "25.61086418,28.64115884,32.03,32.1,32.13,32.23,32.6,32.61,32.64,32.66,32.7,32.71,32.93,32.97,"
    "33.28,33.49,33.5,44.16,47.77";
constexpr const char* kPhi35Long =
    "1.0800000429153442,1.1100000143051147,1.1399999856948853,1.340000033378601,"
    "1.5899999141693115,1.600000023841858,1.6200000047683716,2.620000123977661,3.2300000190734863,"
    "3.2300000190734863,4.789999961853027,7.400000095367432,7.700000286102295,9.09000015258789,"
    "12.199999809265137,17.670000076293945,24.46000099182129,28.57000160217285,30.420001983642578,"
    "30.840002059936523,32.590003967285156,32.93000411987305,42.320003509521484,44.96000289916992,"
    "50.340003967285156,50.45000457763672,57.55000305175781,57.93000411987305,58.21000289916992,"
    "60.1400032043457,62.61000442504883,62.62000274658203,62.71000289916992,63.1400032043457,"
    "63.1400032043457,63.77000427246094,63.93000411987305,63.96000289916992,63.970001220703125,"
    "64.02999877929688,64.06999969482422,64.08000183105469,64.12000274658203,64.41000366210938,"
    "64.4800033569336,64.51000213623047,64.52999877929688,64.83999633789062";
constexpr const char* kPhi35Short =
    "1,1.0199999809265137,1.0299999713897705,1.0299999713897705,1.0499999523162842,"
    "1.0499999523162842,1.0499999523162842,1.0499999523162842,1.0499999523162842,"
    "1.0699999332427979,1.0999999046325684,1.1099998950958252,1.1599998474121094,"
    "1.1599998474121094,1.1699998378753662,1.2899998426437378,1.339999794960022,1.679999828338623,"
    "1.7899998426437378,1.8199998140335083,1.8499997854232788,1.8799997568130493,"
    "1.9099997282028198,1.9399996995925903,1.9899996519088745,2.0199997425079346,"
    "2.0199997425079346,2.0199997425079346,2.0199997425079346,2.0199997425079346,"
    "2.0199997425079346,2.0299997329711914,2.0299997329711914,2.0299997329711914,"
    "2.0299997329711914,2.0299997329711914,2.0299997329711914,2.0299997329711914,"
    "2.0299997329711914,2.0299997329711914,2.0799996852874756,2.0899996757507324,2.189999580383301,"
    "2.2199995517730713,2.5899994373321533,2.729999542236328,2.749999523162842,2.8399994373321533";

std::string times(const std::string& word, int count) {
  std::string list = word;
  for (int i = 1; i < count; ++i) list += "," + word;
  return list;
}

std::string longrope(const std::string& short_factor, const std::string& long_factor) {
  return "rope dim=96 scaling=longrope factor=32 original-context=4096 short-factor=" +
         short_factor + " long-factor=" + long_factor;
}

constexpr const char* kPlainTo4096 =
    "the divisors for short sequences, until --seq-len is beyond 4096";
constexpr const char* kText = "a token's three positions are one in text; else --positions-file";
constexpr const char* kAlways =
    "scaled at every length, as Transformers does it; --convention deepseek as DeepSeek's own";

constexpr const char* kFourthNone = "every fourth layer has no positions";
constexpr const char* kQueries = "queries are also scaled by their position: --part query-scale";
constexpr const char* kFourthScaled =
    "every fourth layer has no positions, but scales queries: --part query-scale";
constexpr const char* kLlama4Scale = "query-scale origin=1";
constexpr const char* kMinistral3Scale = "query-scale original-context=16384";
constexpr const char* kMinistral3 =
    "rope dim=128 base=1000000 scaling=yarn factor=16 original-context=16384 mscale=1 "
    "mscale-all-dim=1";
constexpr const char* kDeepseekV4 =
    "rope dim=64 base=160000 layout=interleaved rotated-channels=last scaling=yarn factor=16 "
    "original-context=65536 attention-factor=1";

std::vector<Model> all_models() {
  std::vector<Model> m = {
      {"apertus-8b", "rope dim=128 base=12000000 scaling=llama3 factor=8 original-context=8192",
       65536, "bfloat16", 128, "swiss-ai/Apertus-8B-Instruct-2509"},
      {"codellama-7b", "rope dim=128 base=1000000", 16384, "bfloat16", 128,
       "codellama/CodeLlama-7b-hf, recalled"},
      {"command-a", "rope dim=128 base=50000 layout=interleaved", 131072, "bfloat16", 128,
       "CohereLabs/c4ai-command-a-03-2025, recalled", kFourthNone},
      {"command-r", "rope dim=128 base=8000000 layout=interleaved", 131072, "bfloat16", 128,
       "CohereLabs/c4ai-command-r-v01, recalled"},
      {"deepseek-v2-lite",
       "rope dim=64 layout=interleaved scaling=yarn factor=40 original-context=4096 mscale=0.707 "
       "mscale-all-dim=0.707",
       163840, "bfloat16", 64, "deepseek-ai/DeepSeek-V2-Lite", kAlways},
      {"deepseek-v3",
       "rope dim=64 layout=interleaved scaling=yarn factor=40 original-context=4096 mscale=1 "
       "mscale-all-dim=1",
       163840, "bfloat16", 64, "deepseek-ai/DeepSeek-V3", kAlways},
      {"deepseek-v3.2",
       "rope dim=64 layout=interleaved scaling=yarn factor=40 original-context=4096 mscale=1 "
       "mscale-all-dim=1",
       163840, "bfloat16", 64, "deepseek-ai/DeepSeek-V3.2", kAlways},
      {"deepseek-v4-flash-compress", kDeepseekV4, 1048576, "bfloat16", 512,
       "deepseek-ai/DeepSeek-V4-Flash",
       "the layers with a compressor; the output of attention turns back: --direction inverse"},
      {"deepseek-v4-flash-main", "rope dim=64 layout=interleaved rotated-channels=last", 1048576,
       "bfloat16", 512, "deepseek-ai/DeepSeek-V4-Flash",
       "the layers with a window alone; the output of attention turns back: --direction inverse"},
      {"deepseek-v4-pro", kDeepseekV4, 1048576, "bfloat16", 512, "deepseek-ai/DeepSeek-V4-Pro",
       "all layers but the one for drafts; the output of attention turns back: --direction "
       "inverse"},
      {"devstral-2-123b",
       "rope dim=128 base=1000000 scaling=yarn factor=64 original-context=4096 beta-fast=4", 262144,
       "bfloat16", 128, "mistralai/Devstral-2-123B-Instruct-2512"},
      {"devstral-small-2-24b",
       "rope dim=128 base=100000000 scaling=yarn factor=48 original-context=8192 mscale=1 "
       "mscale-all-dim=1",
       393216, "bfloat16", 128, "mistralai/Devstral-Small-2-24B-Instruct-2512", kQueries, "",
       "query-scale"},
      {"ernie-4.5-21b-a3b", "rope dim=128 base=500000 layout=interleaved", 131072, "bfloat16", 128,
       "baidu/ERNIE-4.5-21B-A3B-PT"},
      {"exaone-4.0-32b", "rope dim=128 base=1000000 scaling=llama3 factor=16 original-context=8192",
       131072, "bfloat16", 128, "LGAI-EXAONE/EXAONE-4.0-32B", kFourthNone},
      {"exaone-4.5-33b", "rope dim=128 base=1000000 scaling=llama3 factor=16 original-context=8192",
       262144, "bfloat16", 128, "LGAI-EXAONE/EXAONE-4.5-33B", kFourthNone},
      {"falcon-h1-0.5b", "rope dim=64 base=100000000000", 16384, "bfloat16", 64,
       "tiiuae/Falcon-H1-0.5B-Instruct"},
      {"gemma-3-27b-global", "rope dim=128 base=1000000 scaling=linear factor=8", 131072,
       "bfloat16", 128, "google/gemma-3-27b-it", "every sixth layer"},
      {"gemma-3-27b-local", "rope dim=128", 131072, "bfloat16", 128, "google/gemma-3-27b-it",
       "the layers that see a window"},
      {"gemma-3-4b-global", "rope dim=256 base=1000000 scaling=linear factor=8", 131072, "bfloat16",
       256, "google/gemma-3-4b-it", "every sixth layer"},
      {"gemma-3-4b-local", "rope dim=256", 131072, "bfloat16", 256, "google/gemma-3-4b-it",
       "the layers that see a window"},
      {"gemma-3n-e4b-global", "rope dim=256 base=1000000", 32768, "bfloat16", 256,
       "google/gemma-3n-E4B-it", "every fifth layer"},
      {"gemma-3n-e4b-local", "rope dim=256", 32768, "bfloat16", 256, "google/gemma-3n-E4B-it",
       "the layers that see a window"},
      {"gemma-4-31b-global", "rope dim=512 base=1000000 scaling=proportional partial=1/4", 262144,
       "bfloat16", 512, "google/gemma-4-31b-it",
       "64 of 256 pairs turn; the others have frequency 0"},
      {"gemma-4-31b-local", "rope dim=256", 262144, "bfloat16", 256, "google/gemma-4-31b-it",
       "the layers that see a window"},
      {"glm-4.5-air", "rope dim=64 base=1000000", 131072, "bfloat16", 128, "zai-org/GLM-4.5-Air"},
      {"glm-4.7", "rope dim=64 base=1000000", 202752, "bfloat16", 128, "zai-org/GLM-4.7"},
      {"glm-5", "rope dim=64 base=1000000 layout=interleaved", 202752, "bfloat16", 64,
       "zai-org/GLM-5"},
      {"glm-5.2", "rope dim=64 base=8000000 layout=interleaved", 1048576, "bfloat16", 64,
       "zai-org/GLM-5.2"},
      {"gpt-j-6b", "rope dim=64 layout=interleaved", 2048, "float16", 256, "EleutherAI/gpt-j-6b"},
      {"gpt-neox-20b", "rope dim=24", 2048, "float16", 96, "EleutherAI/gpt-neox-20b"},
      {"gpt-oss-120b",
       "rope dim=64 base=150000 scaling=yarn factor=32 original-context=4096 truncate=no", 131072,
       "bfloat16", 64, "openai/gpt-oss-120b", "corr is not rounded to whole pairs"},
      {"gpt-oss-20b",
       "rope dim=64 base=150000 scaling=yarn factor=32 original-context=4096 truncate=no", 131072,
       "bfloat16", 64, "openai/gpt-oss-20b", "corr is not rounded to whole pairs"},
      {"hunyuan-a13b", "rope dim=128 scaling=ntk factor=1000", 32768, "bfloat16", 128,
       "tencent/Hunyuan-A13B-Instruct",
       "its config says dynamic with alpha 1000: the same base at every length"},
      {"hy3", "rope dim=128 base=11158840", 262144, "bfloat16", 128, "tencent/Hy3"},
      {"internlm3-8b", "rope dim=128 base=50000000 scaling=dynamic factor=6 original-context=32768",
       32768, "bfloat16", 128, "internlm/internlm3-8b-instruct",
       "unscaled until --seq-len is beyond 32768"},
      {"kimi-k2",
       "rope dim=64 base=50000 layout=interleaved scaling=yarn factor=32 original-context=4096 "
       "beta-fast=1 mscale=1 mscale-all-dim=1",
       131072, "bfloat16", 64, "moonshotai/Kimi-K2-Instruct", kAlways},
      {"kimi-k2.5",
       "rope dim=64 base=50000 layout=interleaved scaling=yarn factor=64 original-context=4096 "
       "mscale=1 mscale-all-dim=1",
       262144, "bfloat16", 64, "moonshotai/Kimi-K2.5", kAlways},
      {"laguna-xs.2-global",
       "rope dim=64 base=500000 scaling=yarn factor=64 original-context=4096 beta-fast=64 "
       "attention-factor=1.4158883083359672",
       262144, "bfloat16", 128, "poolside/Laguna-XS.2-FP8", "every fourth layer"},
      {"laguna-xs.2-local", "rope dim=128", 262144, "bfloat16", 128, "poolside/Laguna-XS.2-FP8",
       "the layers that see a window"},
      {"lfm2-1.2b", "rope dim=64 base=1000000", 128000, "bfloat16", 64, "LiquidAI/LFM2-1.2B",
       "the layers with attention; the others are convolutions"},
      {"llama-2-7b", "rope dim=128", 4096, "float16", 128, "meta-llama/Llama-2-7b-hf"},
      {"llama-3-8b", "rope dim=128 base=500000", 8192, "bfloat16", 128,
       "meta-llama/Meta-Llama-3-8B"},
      {"llama-3.1-8b", "rope dim=128 base=500000 scaling=llama3 factor=8 original-context=8192",
       131072, "bfloat16", 128, "meta-llama/Llama-3.1-8B"},
      {"llama-3.2-1b", "rope dim=64 base=500000 scaling=llama3 factor=32 original-context=8192",
       131072, "bfloat16", 64, "meta-llama/Llama-3.2-1B, recalled"},
      {"llama-4-maverick", "rope dim=128 base=500000 layout=interleaved", 1048576, "bfloat16", 128,
       "meta-llama/Llama-4-Maverick-17B-128E-Instruct", kFourthScaled, "", kLlama4Scale},
      {"llama-4-scout",
       "rope dim=128 base=500000 layout=interleaved scaling=llama3 factor=16 "
       "original-context=8192 high-freq-factor=1",
       10485760, "bfloat16", 128, "meta-llama/Llama-4-Scout-17B-16E", kFourthScaled, "",
       kLlama4Scale},
      {"minimax-m2", "rope dim=64 base=5000000", 196608, "bfloat16", 128, "MiniMaxAI/MiniMax-M2"},
      {"minimax-m3", "rope dim=64 base=5000000", 1048576, "bfloat16", 128, "MiniMaxAI/MiniMax-M3"},
      {"ministral-3-3b", kMinistral3, 262144, "bfloat16", 128,
       "mistralai/Ministral-3-3B-Instruct-2512", kQueries, "", kMinistral3Scale},
      {"ministral-3-8b", kMinistral3, 262144, "bfloat16", 128, "mistralai/Ministral-3-8B-Base-2512",
       kQueries, "", kMinistral3Scale},
      {"mistral-7b-v0.3", "rope dim=128 base=1000000", 32768, "bfloat16", 128,
       "mistralai/Mistral-7B-v0.3"},
      {"mistral-small-3.1-24b", "rope dim=128 base=1000000000", 131072, "bfloat16", 128,
       "mistralai/Mistral-Small-3.1-24B-Instruct-2503"},
      {"modernbert-base-global", "rope dim=64 base=160000", 8192, "", 64,
       "answerdotai/ModernBERT-base", "every third layer"},
      {"modernbert-base-local", "rope dim=64", 8192, "", 64, "answerdotai/ModernBERT-base",
       "the layers that see a window"},
      {"nomic-embed-text-v1.5", "rope dim=64 base=1000", 8192, "", 64,
       "nomic-ai/nomic-embed-text-v1.5"},
      {"olmo-3-7b-global",
       "rope dim=128 base=500000 scaling=yarn factor=8 original-context=8192 "
       "attention-factor=1.2079441541679836",
       65536, "bfloat16", 128, "allenai/Olmo-3-1025-7B", "the layers of full attention"},
      {"olmo-3-7b-local", "rope dim=128 base=500000", 65536, "bfloat16", 128,
       "allenai/Olmo-3-1025-7B", "the layers that see a window"},
      {"olmo-3.1-32b-global",
       "rope dim=128 base=500000 scaling=yarn factor=8 original-context=8192 "
       "attention-factor=1.2079441541679836",
       65536, "bfloat16", 128, "allenai/Olmo-3.1-32B-Instruct", "the layers of full attention"},
      {"olmo-3.1-32b-local", "rope dim=128 base=500000", 65536, "bfloat16", 128,
       "allenai/Olmo-3.1-32B-Instruct", "the layers that see a window"},
      {"phi-3.5-mini", longrope(kPhi35Short, kPhi35Long), 131072, "bfloat16", 96,
       "microsoft/Phi-3.5-mini-instruct", kPlainTo4096},
      {"phi-4", "rope dim=128 base=250000", 16384, "bfloat16", 128, "microsoft/phi-4"},
      {"phi-4-mini", longrope(times("1", 48), kPhi4Long), 131072, "bfloat16", 128,
       "microsoft/Phi-4-mini-instruct", kPlainTo4096},
      {"qwen2-vl-7b", "rope dim=128 base=1000000", 32768, "bfloat16", 128,
       "Qwen/Qwen2-VL-7B-Instruct", kText, "mrope sections=16,24,24"},
      {"qwen2.5-7b", "rope dim=128 base=1000000", 32768, "bfloat16", 128,
       "Qwen/Qwen2.5-7B-Instruct"},
      {"qwen2.5-7b-yarn", "rope dim=128 base=1000000 scaling=yarn factor=4 original-context=32768",
       131072, "bfloat16", 128, "Qwen/Qwen2.5-7B-Instruct", "as its authors say for long texts"},
      {"qwen3-235b-a22b-2507", "rope dim=128 base=5000000", 262144, "bfloat16", 128,
       "Qwen/Qwen3-235B-A22B-Thinking-2507"},
      {"qwen3-30b-a3b-2507", "rope dim=128 base=10000000", 262144, "bfloat16", 128,
       "Qwen/Qwen3-30B-A3B-Instruct-2507"},
      {"qwen3-4b-2507", "rope dim=128 base=5000000", 262144, "bfloat16", 128,
       "Qwen/Qwen3-4B-Instruct-2507"},
      {"qwen3-8b", "rope dim=128 base=1000000", 40960, "bfloat16", 128, "Qwen/Qwen3-8B"},
      {"qwen3-next-80b-a3b", "rope dim=64 base=10000000", 262144, "bfloat16", 256,
       "Qwen/Qwen3-Next-80B-A3B-Thinking", "every fourth layer; the others are linear attention"},
      {"qwen3-vl-235b-a22b", "rope dim=128 base=5000000", 262144, "bfloat16", 128,
       "Qwen/Qwen3-VL-235B-A22B-Thinking", kText, "mrope-interleaved sections=24,20,20"},
      {"qwen3.5-27b", "rope dim=64 base=10000000", 262144, "bfloat16", 256, "Qwen/Qwen3.5-27B",
       kText, "mrope-interleaved sections=11,11,10"},
      {"qwen3.5-35b-a3b", "rope dim=64 base=10000000", 262144, "bfloat16", 256,
       "Qwen/Qwen3.5-35B-A3B", kText, "mrope-interleaved sections=11,11,10"},
      {"seed-oss-36b", "rope dim=128 base=10000000", 524288, "bfloat16", 128,
       "ByteDance-Seed/Seed-OSS-36B-Instruct"},
      {"smollm3-3b", "rope dim=128 base=5000000", 65536, "bfloat16", 128,
       "HuggingFaceTB/SmolLM3-3B", kFourthNone},
  };
  return m;
}

}  // namespace

std::span<const Model> models() {
  static const std::vector<Model> all = all_models();
  return all;
}

}  // namespace sextant
