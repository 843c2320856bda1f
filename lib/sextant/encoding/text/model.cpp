#include "sextant/encoding/text/model.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/spelling.hpp"

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

std::vector<Model> all_models() {
  std::vector<Model> m = {
      {"codellama-7b", "rope dim=128 base=1000000", 16384, "bfloat16", 128,
       "codellama/CodeLlama-7b-hf, recalled"},
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
      {"gemma-3-27b-global", "rope dim=128 base=1000000 scaling=linear factor=8", 131072,
       "bfloat16", 128, "google/gemma-3-27b-it", "every sixth layer"},
      {"gemma-3-27b-local", "rope dim=128", 131072, "bfloat16", 128, "google/gemma-3-27b-it",
       "the layers that see a window"},
      {"gemma-3-4b-global", "rope dim=256 base=1000000 scaling=linear factor=8", 131072, "bfloat16",
       256, "google/gemma-3-4b-it", "every sixth layer"},
      {"gemma-3-4b-local", "rope dim=256", 131072, "bfloat16", 256, "google/gemma-3-4b-it",
       "the layers that see a window"},
      {"gemma-4-31b-global", "rope dim=512 base=1000000 scaling=proportional partial=1/4", 262144,
       "bfloat16", 512, "google/gemma-4-31b-it",
       "64 of 256 pairs turn; the others have frequency 0"},
      {"gemma-4-31b-local", "rope dim=256", 262144, "bfloat16", 256, "google/gemma-4-31b-it",
       "the layers that see a window"},
      {"gpt-j-6b", "rope dim=64 layout=interleaved", 2048, "float16", 256, "EleutherAI/gpt-j-6b"},
      {"gpt-neox-20b", "rope dim=24", 2048, "float16", 96, "EleutherAI/gpt-neox-20b"},
      {"gpt-oss-20b",
       "rope dim=64 base=150000 scaling=yarn factor=32 original-context=4096 truncate=no", 131072,
       "bfloat16", 64, "openai/gpt-oss-20b", "corr is not rounded to whole pairs"},
      {"kimi-k2",
       "rope dim=64 base=50000 layout=interleaved scaling=yarn factor=32 original-context=4096 "
       "beta-fast=1 mscale=1 mscale-all-dim=1",
       131072, "bfloat16", 64, "moonshotai/Kimi-K2-Instruct", kAlways},
      {"llama-2-7b", "rope dim=128", 4096, "float16", 128, "meta-llama/Llama-2-7b-hf"},
      {"llama-3-8b", "rope dim=128 base=500000", 8192, "bfloat16", 128,
       "meta-llama/Meta-Llama-3-8B"},
      {"llama-3.1-8b", "rope dim=128 base=500000 scaling=llama3 factor=8 original-context=8192",
       131072, "bfloat16", 128, "meta-llama/Llama-3.1-8B"},
      {"llama-3.2-1b", "rope dim=64 base=500000 scaling=llama3 factor=32 original-context=8192",
       131072, "bfloat16", 64, "meta-llama/Llama-3.2-1B, recalled"},
      {"llama-4-scout",
       "rope dim=128 base=500000 layout=interleaved scaling=llama3 factor=16 "
       "original-context=8192 high-freq-factor=1",
       10485760, "bfloat16", 128, "meta-llama/Llama-4-Scout-17B-16E",
       "every fourth layer has no positions"},
      {"mistral-7b-v0.3", "rope dim=128 base=1000000", 32768, "bfloat16", 128,
       "mistralai/Mistral-7B-v0.3"},
      {"modernbert-base-global", "rope dim=64 base=160000", 8192, "", 64,
       "answerdotai/ModernBERT-base", "every third layer"},
      {"modernbert-base-local", "rope dim=64", 8192, "", 64, "answerdotai/ModernBERT-base",
       "the layers that see a window"},
      {"olmo-3-7b-global",
       "rope dim=128 base=500000 scaling=yarn factor=8 original-context=8192 "
       "attention-factor=1.2079441541679836",
       65536, "bfloat16", 128, "allenai/Olmo-3-1025-7B", "the layers of full attention"},
      {"olmo-3-7b-local", "rope dim=128 base=500000", 65536, "bfloat16", 128,
       "allenai/Olmo-3-1025-7B", "the layers that see a window"},
      {"phi-3.5-mini", longrope(kPhi35Short, kPhi35Long), 131072, "bfloat16", 96,
       "microsoft/Phi-3.5-mini-instruct", kPlainTo4096},
      {"phi-4-mini", longrope(times("1", 48), kPhi4Long), 131072, "bfloat16", 128,
       "microsoft/Phi-4-mini-instruct", kPlainTo4096},
      {"qwen2-vl-7b", "rope dim=128 base=1000000", 32768, "bfloat16", 128,
       "Qwen/Qwen2-VL-7B-Instruct", kText, "mrope sections=16,24,24"},
      {"qwen2.5-7b", "rope dim=128 base=1000000", 32768, "bfloat16", 128,
       "Qwen/Qwen2.5-7B-Instruct"},
      {"qwen2.5-7b-yarn", "rope dim=128 base=1000000 scaling=yarn factor=4 original-context=32768",
       131072, "bfloat16", 128, "Qwen/Qwen2.5-7B-Instruct", "as its authors say for long texts"},
      {"qwen3-8b", "rope dim=128 base=1000000", 40960, "bfloat16", 128, "Qwen/Qwen3-8B"},
      {"qwen3.5-35b-a3b", "rope dim=64 base=10000000", 262144, "bfloat16", 256,
       "Qwen/Qwen3.5-35B-A3B", kText, "mrope-interleaved sections=11,11,10"},
  };
  return m;
}

/// An id in lower case, without the owner before the slash.
std::string plain(std::string_view id) {
  std::string name(id.substr(id.rfind('/') + 1));  // npos + 1 is 0
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

/// A plain id without the words that leave the encoding as it is.
std::string without_training(const std::string& name) {
  constexpr std::array<std::string_view, 6> kTrainings = {"instruct", "chat", "hf",
                                                          "base",     "it",   "meta"};
  std::string text;
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t end = std::min(name.find('-', at), name.size());
    const std::string word = name.substr(at, end - at);
    if (std::find(kTrainings.begin(), kTrainings.end(), word) == kTrainings.end())
      text += (text.empty() ? "" : "-") + word;
    at = end + 1;
  }
  return text;
}

/// The id of the config that a model was read from, plain.
std::string source_id(const Model& model) {
  return plain(model.source.substr(0, model.source.find(',')));
}

/// The model whose name or source an id is; nullptr if there is none.  Throws Error if the source
/// has several models.
const Model* by_id(std::string_view id) {
  const std::string name = plain(id), bare = without_training(name);
  if (bare.empty()) return nullptr;
  for (const std::string& wanted : {name, bare}) {
    for (const Model& known : models())
      if (known.name == wanted) return &known;
  }
  std::string names;
  const Model* found = nullptr;
  int count = 0;
  for (const bool whole : {true, false}) {
    for (const Model& known : models()) {
      const std::string source = source_id(known);
      if (whole ? source != name : without_training(source) != bare) continue;
      names += (names.empty() ? "" : " or ") + std::string(known.name);
      ++count;
      found = &known;
    }
    if (count > 0) break;
  }
  if (count > 1)
    throw Error("model '" + std::string(id.substr(0, 60)) +
                "' has more than one encoding: say which, " + names);
  return found;
}

/// Letters and digits alone: llama3 is how llama-3-8b begins.
std::string squeezed(std::string_view name) {
  std::string text;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) text += c;
  return text;
}

/// ": did you mean A or B?" with the models that begin so, but for punctuation; empty if none do.
std::string begun_so(const std::string& name) {
  const std::string begin = squeezed(name);
  std::string text, last;
  for (const Model& known : models()) {
    if (begin.size() < 2 || !squeezed(known.name).starts_with(begin)) continue;
    if (!last.empty()) text += (text.empty() ? "" : ", ") + last;
    last = known.name;
  }
  if (last.empty()) return {};
  return ": did you mean " + (text.empty() ? last : text + " or " + last) + "?";
}

/// The models whose name begins with the same word; empty if there are none.
std::string family(const std::string& name) {
  if (name.empty()) return {};
  const std::string word = name.substr(0, std::max<std::size_t>(1, name.find('-')));
  std::string text;
  for (const Model& known : models()) {
    if (known.name.starts_with(word)) text += (text.empty() ? "" : ", ") + std::string(known.name);
  }
  return text;
}

}  // namespace

std::span<const Model> models() {
  static const std::vector<Model> all = all_models();
  return all;
}

const Model& model(std::string_view name) {
  for (const Model& known : models()) {
    if (known.name == name) return known;
  }
  if (const Model* known = by_id(name)) return *known;
  std::vector<std::string_view> names;
  for (const Model& known : models()) names.push_back(known.name);
  const std::string quoted = "there is no model '" + std::string(name.substr(0, 60)) + "'";
  std::string meant = begun_so(plain(name));
  if (meant.empty()) meant = did_you_mean(plain(name), names);
  if (!meant.empty()) throw Error(quoted + meant + " 'sextant list models' shows the known ones");
  const std::string alike = family(plain(name));
  throw Error(quoted + ": 'sextant list models' " +
              (alike.empty() ? "shows the known ones" : "has " + alike));
}

}  // namespace sextant
