#include "sextant/config/config_chatglm.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

namespace sextant {
namespace {

/// The number of tokens in the vocabulary of ChatGLM2 and ChatGLM3.  GLM-4 has 151552.
constexpr int kOldVocabulary = 65024;

/// The texts of a config that name its model, joined, in small letters, without hyphens and _.
std::string names_of(const ConfigSection& config) {
  std::string names = config.written("_name_or_path") + config.written("auto_map");
  std::transform(names.begin(), names.end(), names.begin(), [](char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  });
  std::erase_if(names, [](char c) { return c == '-' || c == '_'; });
  return names;
}

}  // namespace

RopeRatio read_rope_ratio(const ConfigModel& model) {
  const ConfigSection& config = model.config;
  if (model.type != "chatglm") return {};
  const Rational ratio = config.positive("rope_ratio").value_or(1);
  if (ratio == 1) return {};
  const std::string names = names_of(config);
  const auto named = [&](std::string_view name) { return names.find(name) != std::string::npos; };
  const bool second = named("chatglm2");
  const bool later = named("chatglm3") || named("glm4") ||
                     config.number("padded_vocab_size").value_or(0) > kOldVocabulary;
  if (second == later)
    config.not_expressible(
        "rope_ratio", fmt::format("is {}: ChatGLM2 divides positions by it, ChatGLM3 and GLM-4 "
                                  "multiply the base by it, and the config names neither; name the "
                                  "model in _name_or_path",
                                  config.written("rope_ratio")));
  return second ? RopeRatio{.divisor = ratio} : RopeRatio{.of_base = ratio};
}

}  // namespace sextant
