#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

#include <gmock/gmock.h>

#include "audit/model_folder.hpp"
#include "tensor/gguf_files.hpp"

/// One key of a configuration is changed.  The tables and the GGUF are those of the unchanged one.
/// The audit must name the changed key, and no key that cannot be wrong.
namespace sextant {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using Names = std::vector<std::string>;

const json kLlama = json::parse(
    R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "head_dim": 128,
        "num_hidden_layers": 4, "max_position_embeddings": 131072, "rope_theta": 500000.0,
        "rope_scaling": {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0,
                         "high_freq_factor": 4.0, "original_max_position_embeddings": 8192}})");
const json kLlama5 = json::parse(
    R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "head_dim": 128,
        "num_hidden_layers": 4, "max_position_embeddings": 131072,
        "rope_parameters": {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0,
                            "high_freq_factor": 4.0, "original_max_position_embeddings": 8192,
                            "rope_theta": 500000.0}})");
const json kQwen = json::parse(
    R"({"model_type": "qwen2", "hidden_size": 4096, "num_attention_heads": 32, "head_dim": 128,
        "num_hidden_layers": 4, "max_position_embeddings": 131072, "rope_theta": 1000000.0,
        "rope_scaling": {"rope_type": "yarn", "factor": 4.0, "beta_fast": 32, "beta_slow": 1,
                         "original_max_position_embeddings": 32768}})");
const json kDeepseek = json::parse(
    R"({"model_type": "deepseek_v3", "hidden_size": 7168, "num_attention_heads": 128,
        "num_hidden_layers": 4, "qk_rope_head_dim": 64, "kv_lora_rank": 512,
        "max_position_embeddings": 163840, "rope_theta": 10000.0,
        "rope_scaling": {"type": "yarn", "factor": 40, "beta_fast": 32, "beta_slow": 1,
                         "original_max_position_embeddings": 4096, "mscale": 1.0,
                         "mscale_all_dim": 1.0}})");
const json kPhi = json::parse(
    R"({"model_type": "phi3", "hidden_size": 32, "num_attention_heads": 4, "num_hidden_layers": 4,
        "max_position_embeddings": 131072, "original_max_position_embeddings": 4096,
        "rope_theta": 10000.0, "rope_scaling": {"type": "longrope",
        "short_factor": [1.0, 1.25, 1.5, 2.0], "long_factor": [1.0, 4.0, 16.0, 32.0]}})");
const json kStable = json::parse(
    R"({"model_type": "stablelm", "hidden_size": 2560, "num_attention_heads": 32,
        "num_hidden_layers": 4, "max_position_embeddings": 4096, "rope_theta": 10000.0,
        "partial_rotary_factor": 0.25})");
const json kLinear = json::parse(
    R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32,
        "num_hidden_layers": 4, "max_position_embeddings": 16384, "rope_theta": 10000.0,
        "rope_scaling": {"rope_type": "linear", "factor": 4.0}})");

std::uint32_t bits_of(double value) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

/// Llama 3.1's divisors, from their formula.
std::vector<double> divisors_of_llama() {
  std::vector<double> divisors;
  for (int pair = 0; pair < 64; ++pair) {
    const double turns = 8192 * std::pow(500000, -pair / 64.0) / (2 * std::numbers::pi);
    const double kept = std::clamp((turns - 1) / 3, 0.0, 1.0);
    divisors.push_back(1 / (kept + (1 - kept) / 8));
  }
  return divisors;
}

/// The GGUF that a converter makes of one of the configurations.
std::string gguf_of(const json& config) {
  const std::string type = config["model_type"];
  const std::string architecture = type == "deepseek_v3" ? "deepseek2" : type;
  GgufBytes file;
  const auto count = [&](const std::string& key, std::uint64_t value) {
    file.value(architecture + "." + key, 4, file.number(value, 4));
  };
  const auto real = [&](const std::string& key, double value) {
    file.value(architecture + "." + key, 6, file.number(bits_of(value), 4));
  };
  const auto word = [&](const std::string& key, const std::string& value) {
    file.value(architecture + "." + key, 8, file.text(value));
  };
  const auto factors = [&](const std::string& name, const std::vector<double>& values) {
    std::string numbers;
    for (const double value : values) numbers += file.number(bits_of(value), 4);
    file.tensor(name, {values.size()}, 0, numbers);
  };
  file.value("general.architecture", 8, file.text(architecture));
  const std::uint64_t width = config["hidden_size"], heads = config["num_attention_heads"];
  const std::uint64_t head = config.value("head_dim", width / heads);
  count("embedding_length", width);
  count("attention.head_count", heads);
  count("block_count", config["num_hidden_layers"]);
  count("context_length", config["max_position_embeddings"]);
  if (config.contains("head_dim")) count("attention.key_length", head);
  if (type == "deepseek_v3") count("attention.kv_lora_rank", 512);
  const double part = config.value("partial_rotary_factor", 1.0);
  count("rope.dimension_count",
        config.value("qk_rope_head_dim",
                     static_cast<std::uint64_t>(part * static_cast<double>(head))));
  real("rope.freq_base", config["rope_theta"]);
  const json scaling = config.value("rope_scaling", json::object());
  const std::string kind = scaling.value("rope_type", scaling.value("type", ""));
  if (kind == "yarn" || kind == "linear") {
    word("rope.scaling.type", kind);
    real("rope.scaling.factor", scaling["factor"]);
  }
  if (kind == "yarn")
    count("rope.scaling.original_context_length", scaling["original_max_position_embeddings"]);
  if (type == "deepseek_v3") real("rope.scaling.yarn_log_multiplier", 0.1);
  if (kind == "longrope") {
    word("rope.scaling.type", kind);
    count("rope.scaling.original_context_length", 4096);
    real("rope.scaling.attn_factor", std::sqrt(1 + std::log(32.0) / std::log(4096.0)));
    factors("rope_factors_long.weight", scaling["long_factor"]);
    factors("rope_factors_short.weight", scaling["short_factor"]);
  }
  if (kind == "llama3") factors("rope_freqs.weight", divisors_of_llama());
  return file.bytes();
}

/// A configuration with one key changed.
json changed(const json& config, const std::string& path, const json& value) {
  json other = config;
  other[json::json_pointer("/" + path)] = value;
  return other;
}

/// The path of a key as the audit writes it.
std::string dotted(std::string path) {
  std::replace(path.begin(), path.end(), '/', '.');
  return path;
}

/// The keys that the audit names for the only stored table of a model; empty if it passes.
Names keys_of_stored(const json& unchanged, const json& config, const std::string& part) {
  const Folder source;
  put_file(source / "config.json", unchanged.dump());
  const ModelFolder model(config.dump());
  model.add(part == "inv_freq" ? "rotary_emb.inv_freq" : "cos_cached",
            "--config " + (source / "config.json") + " --part " + part +
                (part == "inv_freq" ? "" : " --positions 0:300"));
  const Ran ran = sextant_tool({"check", model.path(), "--json"});
  Names names;
  const json found = json::parse(ran.out, nullptr, false);
  EXPECT_EQ(found["stored"].size(), 1) << ran.out << ran.err;
  for (const json& one : found["stored"])
    for (const json& key : one["keys"]) {
      names.push_back(key["key"]);
      EXPECT_THAT(one["why"].get<std::string>(), testing::HasSubstr(key["key"].get<std::string>()));
    }
  return names;
}

/// The keys of the configuration that disagree with the GGUF of the unchanged one, each once.
Names keys_against_gguf(const json& unchanged, const json& config) {
  const ModelFolder model(config.dump());
  put_file(model / "model.gguf", gguf_of(unchanged));
  const Ran ran = sextant_tool({"check", model.path(), "--json"});
  const json found = json::parse(ran.out, nullptr, false);
  Names names;
  for (const json& one : found["disagreements"]) {
    const std::string before = one["between"][0]["path"];
    for (const json& side : one["between"]) {
      if (side["path"] != before || !side.contains("key") || side["key"].is_null()) continue;
      if (std::find(names.begin(), names.end(), side["key"]) == names.end())
        names.push_back(side["key"]);
    }
  }
  return names;
}

struct Change {
  const json& config;
  std::string path;
  json value;
};

std::ostream& operator<<(std::ostream& out, const Change& one) {
  return out << one.config["model_type"] << " " << one.path << " = " << one.value;
}

const std::vector<Change>& changes() {
  static const std::vector<Change> all = {
      {kLlama, "rope_theta", 10000.0},
      {kLlama, "rope_scaling/factor", 32.0},
      {kLlama, "rope_scaling/low_freq_factor", 2.0},
      {kLlama, "rope_scaling/high_freq_factor", 8.0},
      {kLlama, "rope_scaling/original_max_position_embeddings", 16384},
      {kLlama, "rope_scaling/rope_type", "default"},
      {kLlama, "rope_scaling/rope_type", "yarn"},
      {kLlama, "head_dim", 64},
      {kQwen, "rope_theta", 10000.0},
      {kQwen, "rope_scaling/factor", 8.0},
      {kQwen, "rope_scaling/original_max_position_embeddings", 16384},
      {kQwen, "rope_scaling/beta_fast", 16},
      {kQwen, "rope_scaling/beta_slow", 2},
      {kQwen, "rope_scaling/truncate", false},
      {kQwen, "rope_scaling/rope_type", "linear"},
      {kQwen, "rope_scaling/rope_type", "dynamic"},
      {kDeepseek, "rope_scaling/factor", 20},
      {kDeepseek, "rope_scaling/beta_fast", 16},
      {kDeepseek, "rope_scaling/beta_slow", 2},
      {kDeepseek, "qk_rope_head_dim", 32},
      {kDeepseek, "rope_scaling/original_max_position_embeddings", 8192},
      {kPhi, "rope_theta", 5000.0},
      {kPhi, "rope_scaling/short_factor", {1.0, 1.25, 1.5, 3.0}},
      {kStable, "rope_theta", 5000.0},
      {kLinear, "rope_scaling/factor", 8.0},
      {kLinear, "rope_scaling/rope_type", "dynamic"},
      {kLinear, "rope_theta", 5000.0},
  };
  return all;
}

TEST(ChangedKey, IsNamedByAStoredRowFull) {
  for (const Change& one : changes())
    EXPECT_THAT(keys_of_stored(one.config, changed(one.config, one.path, one.value), "inv_freq"),
                ElementsAre(dotted(one.path)))
        << one;
  for (const auto& [key, value] : kLlama5["rope_parameters"].items()) {
    if (key == "rope_type") continue;
    const std::string path = "rope_parameters/" + key;
    EXPECT_THAT(
        keys_of_stored(kLlama5, changed(kLlama5, path, 2 * value.get<double>()), "inv_freq"),
        ElementsAre(dotted(path)));
  }
}

TEST(ChangedKey, IsNamedByTheComparisonWithAGgufFull) {
  std::vector<Change> all = changes();
  all.push_back({kPhi, "rope_scaling/long_factor", {1.0, 4.0, 16.0, 48.0}});
  all.push_back({kPhi, "max_position_embeddings", 65536});  // it decides the amplitude
  all.push_back({kPhi, "original_max_position_embeddings", 8192});
  all.push_back({kStable, "partial_rotary_factor", 0.5});
  all.push_back({kStable, "num_attention_heads", 64});
  all.push_back({kStable, "hidden_size", 5120});
  all.push_back({kQwen, "rope_scaling/attention_factor", 1.0});
  all.push_back({kDeepseek, "rope_scaling/mscale", 0.707});
  all.push_back({kDeepseek, "rope_scaling/mscale_all_dim", 0.707});
  for (const json* config : {&kLlama, &kQwen, &kDeepseek, &kPhi, &kStable, &kLinear}) {
    EXPECT_THAT(keys_against_gguf(*config, *config), IsEmpty()) << (*config)["model_type"];
    all.push_back({*config, "num_hidden_layers", 5});
  }
  for (const Change& one : all)
    EXPECT_THAT(keys_against_gguf(one.config, changed(one.config, one.path, one.value)),
                ElementsAre(dotted(one.path)))
        << one;
}

/// The keys that are named between a changed configuration and the unchanged one, each once.
Names keys_against(const json& unchanged, const json& config) {
  const ModelFolder before(unchanged.dump()), after(config.dump());
  const Ran ran = sextant_tool({"check", after.path(), "--against", before.path(), "--json"});
  const json found = json::parse(ran.out, nullptr, false);
  Names names;
  for (const json& one : found["disagreements"])
    for (const json& side : one["between"])
      if (!side["key"].is_null() &&
          std::find(names.begin(), names.end(), side["key"]) == names.end())
        names.push_back(side["key"]);
  return names;
}

TEST(ChangedKey, IsNamedBetweenConfigurations) {
  static const json bert = json::parse(R"({"model_type": "bert", "hidden_size": 8,
      "max_position_embeddings": 16, "num_attention_heads": 2})");
  static const json bloom = json::parse(R"({"model_type": "bloom", "hidden_size": 64,
      "n_head": 8})");
  static const json vision = json::parse(R"({"model_type": "qwen2_vl", "head_dim": 128,
      "rope_theta": 1000000.0, "hidden_size": 3584, "rope_scaling": {"type": "mrope",
      "mrope_section": [16, 24, 24]}})");
  static const json llama4 = json::parse(R"({"model_type": "llama4_text", "hidden_size": 1024,
      "num_attention_heads": 8, "head_dim": 128, "num_hidden_layers": 4, "rope_theta": 500000.0,
      "max_position_embeddings": 65536, "no_rope_layers": [1, 1, 1, 0],
      "attn_temperature_tuning": true, "floor_scale": 4096, "attn_scale": 0.2})");
  std::vector<Change> all = changes();
  for (const Change& one :
       {Change{kPhi, "rope_scaling/long_factor", {1.0, 4.0, 16.0, 48.0}},
        Change{kPhi, "max_position_embeddings", 65536},
        Change{kPhi, "original_max_position_embeddings", 8192},
        Change{kPhi, "rope_scaling/attention_factor", 1.5},
        Change{kStable, "partial_rotary_factor", 0.5}, Change{kStable, "num_attention_heads", 64},
        Change{kStable, "hidden_size", 5120}, Change{kStable, "num_hidden_layers", 5},
        Change{kDeepseek, "rope_scaling/mscale", 0.707},
        Change{kDeepseek, "rope_scaling/mscale_all_dim", 0.707},
        Change{bert, "max_position_embeddings", 32}, Change{bert, "hidden_size", 16},
        Change{bloom, "n_head", 16}, Change{vision, "rope_scaling/mrope_section", {24, 16, 24}},
        Change{llama4, "floor_scale", 8192}, Change{llama4, "attn_scale", 0.1},
        Change{llama4, "attn_temperature_tuning", false},
        Change{llama4, "no_rope_layers", {1, 1, 0, 0}}})
    all.push_back(one);
  for (const Change& one : all)
    EXPECT_THAT(keys_against(one.config, changed(one.config, one.path, one.value)),
                ElementsAre(dotted(one.path)))
        << one;
}

/// Keys with the same effect are named together.
TEST(ChangedKey, MayBeOneOfSeveral) {
  for (const Change& one :
       {Change{kStable, "partial_rotary_factor", 0.5}, Change{kStable, "num_attention_heads", 64},
        Change{kStable, "hidden_size", 5120}})
    EXPECT_THAT(keys_of_stored(one.config, changed(one.config, one.path, one.value), "inv_freq"),
                ElementsAre("hidden_size", "num_attention_heads", "partial_rotary_factor"));
  EXPECT_THAT(keys_of_stored(kDeepseek, changed(kDeepseek, "rope_scaling/mscale", 0.707), "cos"),
              ElementsAre("rope_scaling.mscale", "rope_scaling.mscale_all_dim"));
  EXPECT_THAT(keys_of_stored(kQwen, changed(kQwen, "rope_scaling/attention_factor", 1.0), "cos"),
              ElementsAre("rope_scaling.attention_factor"));
}

TEST(ChangedKey, IsNamedByStoredCosinesFull) {
  for (const Change& one : changes()) {
    const Names names = keys_of_stored(one.config, changed(one.config, one.path, one.value), "cos");
    if (names.empty()) continue;  // no fault explains the table
    EXPECT_THAT(names, Contains(dotted(one.path))) << one;
  }
}

/// Neither of two changed keys explains the table alone.
TEST(ChangedKey, IsNotNamedIfAnotherIsChangedToo) {
  json unscaled = kLlama;
  unscaled.erase("rope_scaling");
  const json wrong = changed(kLlama, "rope_theta", 10000.0);
  EXPECT_THAT(keys_of_stored(unscaled, wrong, "inv_freq"), IsEmpty());
}

/// No value of a key makes such rows right.
TEST(ChangedKey, IsNotNamedForNoFrequenciesFull) {
  const float none = std::numeric_limits<float>::quiet_NaN();
  for (const json* config : {&kLlama, &kPhi}) {
    const std::uint64_t pairs = config == &kPhi ? 4 : 64;
    for (const float number : {none, 0.0F, -1.0F, 7e-18F}) {
      const ModelFolder model(config->dump());
      put_file(
          model / "model.safetensors",
          safetensors_of({{"rotary_emb.inv_freq", {pairs}, std::vector<float>(pairs, number)}}));
      const json one = model.check(1)["stored"][0];
      EXPECT_TRUE(one["keys"].empty()) << number << one["keys"];
      EXPECT_THAT(one["why"].get<std::string>(), testing::HasSubstr("no frequencies"));
    }
  }
}

TEST(ChangedKey, ThatChangesNoAngleIsAWarning) {
  const ModelFolder model(changed(kQwen, "max_position_embeddings", 65536).dump());
  put_file(model / "model.gguf", gguf_of(kQwen));
  const json found = model.check(0);
  ASSERT_EQ(found["warnings"].size(), 2) << found["warnings"];
  EXPECT_THAT(found["warnings"][0].get<std::string>(),
              testing::HasSubstr("max_position_embeddings=65536"));
  EXPECT_THAT(found["warnings"][0].get<std::string>(),
              testing::HasSubstr("qwen2.context_length=131072"));
}

}  // namespace
}  // namespace sextant
