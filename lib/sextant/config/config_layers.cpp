#include "sextant/config/config_layers.hpp"

#include <utility>

#include <fmt/format.h>

#include "sextant/config/config_scaling.hpp"

namespace sextant {
namespace {

constexpr const char* kFull = "full_attention";
constexpr const char* kSliding = "sliding_attention";

/// The section of the scaling, new or old.
std::optional<ConfigSection> rope_section(const ConfigSection& config) {
  auto now = config.section("rope_parameters");
  auto before = config.section("rope_scaling");
  if (!now || now->keys().empty()) return before;
  if (before && before->sections().empty() && now->sections().empty() &&
      (read_rope_type(*before) != read_rope_type(*now) ||
       before->number("factor") != now->number("factor")))
    config.fail("rope_scaling", "contradicts rope_parameters");
  return now;
}

/// Whether every member is a section, one for each kind of layers.
bool goes_by_kind(const ConfigSection& rope) {
  return !rope.keys().empty() && rope.sections().size() == rope.keys().size();
}

bool scales_full_attention_alone(const ConfigSection& config,
                                 const std::optional<ConfigSection>& rope) {
  return config.word("model_type") == "olmo3" && rope && read_rope_type(*rope) != Scaling::none;
}

}  // namespace

std::vector<ConfigLayers> read_layers(const ConfigSection& config) {
  const auto rope = rope_section(config);
  const std::string_view usual = config.first_of({"rope_theta", "rotary_emb_base"});
  if (rope && goes_by_kind(*rope)) {
    std::vector<ConfigLayers> found;
    for (const std::string& kind : rope->sections())
      found.push_back({kind, rope->section(kind), usual});
    return found;
  }
  if (config.has("rope_local_base_freq"))
    return {{kFull, rope, usual}, {kSliding, std::nullopt, "rope_local_base_freq"}};
  if (config.has("local_rope_theta"))
    return {{kFull, rope, "global_rope_theta"}, {kSliding, std::nullopt, "local_rope_theta"}};
  if (scales_full_attention_alone(config, rope))
    return {{kFull, rope, usual}, {kSliding, std::nullopt, usual}};
  return {{"", rope, usual}};
}

ConfigLayers choose_layers(const ConfigSection& config, std::string_view kind) {
  std::vector<ConfigLayers> all = read_layers(config);
  if (all.size() == 1 && (kind.empty() || kind == all.front().kind)) return std::move(all.front());
  std::string kinds;
  for (ConfigLayers& layers : all) {
    if (!kind.empty() && layers.kind == kind) return std::move(layers);
    kinds += (kinds.empty() ? "" : ", ") + in_quotes(layers.kind, 60);
  }
  if (all.size() == 1 && all.front().kind.empty())
    config.fail("has one rotary encoding for all layers: leave --layer-type out");
  if (kind.empty())
    config.fail("its layers rotate differently: --layer-type must be one of " + kinds);
  config.fail(fmt::format("has no --layer-type {}: {}", in_quotes(kind, 60), kinds));
}

}  // namespace sextant
