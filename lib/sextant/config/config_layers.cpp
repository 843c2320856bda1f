#include "sextant/config/config_layers.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "sextant/config/among.hpp"
#include "sextant/config/config_family.hpp"
#include "sextant/config/config_head.hpp"
#include "sextant/config/deciding.hpp"
#include "sextant/config/layer_schedule.hpp"

namespace sextant {
namespace {

constexpr std::size_t kMostKinds = 64;

/// rope_parameters, or rope_scaling if that is missing or empty; nullopt without both.  Throws
/// Error if they contradict each other.
std::optional<ConfigSection> rope_section(const ConfigSection& config) {
  auto now = config.section("rope_parameters");
  auto before = config.section("rope_scaling");
  if (!now || now->keys().empty()) return before;
  if (before && before->sections().empty() && now->sections().empty() &&
      (read_rope_type(*before) != read_rope_type(*now) ||
       before->number("factor") != now->number("factor")))
    config.fail("rope_scaling", "contradicts rope_parameters");
  if (before)
    for (const std::string& key : before->keys())
      if (before->written(key) == now->written(key)) before->record().accept(before->path(key));
  return now;
}

/// Whether a rope section has a section for each kind of layers.  It may have other members, too.
bool goes_by_kind(const ConfigSection& rope) {
  return !rope.sections().empty() && !rope.has("rope_type") && !rope.has("type");
}

std::string_view usual_base_key(const ConfigSection& config) {
  return config.first_of(
      {"rope_theta", "rotary_emb_base", "rope_embedding_base", "rotary_embedding_base"});
}

constexpr const char* kBases = "rope_theta";

/// Whether the config lists a base, or a rotated fraction of a head, for each layer (Step-3.5).
bool lists_layers(const ConfigSection& config) {
  return config.has(kBases, ConfigValue::Kind::list) || config.has(kOwnParts);
}

/// The number that the list `key` has for all layers of a kind; nullopt if there is no list. Throws
/// NotExpressible if the list has different numbers for them.  `words` has the kind of each layer.
std::optional<Rational> number_of_kind(const ConfigSection& config, const char* key,
                                       const std::vector<std::string>& words,
                                       const std::string& kind) {
  if (!config.has(key, ConfigValue::Kind::list)) return std::nullopt;
  const auto numbers = *config.numbers(key);
  std::optional<Rational> found;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] != kind) continue;
    if (i >= numbers.size())
      config.fail(key, fmt::format("has {} entries for {} layers", numbers.size(), words.size()));
    if (found && *found != numbers[i])
      config.not_expressible(key, "is a list with several numbers for the layers " +
                                      in_quotes(kind, 60) + " of layer_types");
    found = numbers[i];
  }
  return found;
}

/// The kinds of layers of a config with a base or a rotated fraction for each layer: one for each
/// word of layer_types.  yarn_only_types lists the kinds whose frequencies are scaled.
std::vector<ConfigLayers> kinds_of_lists(const ConfigSection& config,
                                         const std::optional<ConfigSection>& section) {
  const auto words =
      deciding(config.record(), {kLayers}, [&] { return config.words("layer_types"); });
  if (!words || words->empty())
    config.not_expressible(config.has(kOwnParts) ? kOwnParts : kBases,
                           "is a list with a number for each layer, but layer_types is missing");
  const auto other = config.section("attention_other_setting");
  if (other && other->has("head_dim") && other->written("head_dim") != config.written("head_dim"))
    other->not_expressible("head_dim",
                           "differs from head_dim: some layers have heads of another size");
  const auto scaled =
      deciding(config.record(), {"scaling"}, [&] { return config.words("yarn_only_types"); });
  std::vector<ConfigLayers> found;
  for (const std::string& word : *words) {
    const auto same = [&](const ConfigLayers& layers) { return layers.kind == word; };
    if (std::any_of(found.begin(), found.end(), same)) continue;
    if (found.size() == kMostKinds)
      config.fail("layer_types", fmt::format("has more than {} kinds", kMostKinds));
    ConfigLayers layers{.kind = word, .base_key = kBases};
    layers.base = deciding(config.record(), {"base"},
                           [&] { return number_of_kind(config, kBases, *words, word); });
    layers.part = deciding(config.record(), {"dim", "partial"},
                           [&] { return number_of_kind(config, kOwnParts, *words, word); });
    const bool plain = scaled && !scaled->empty() &&
                       std::find(scaled->begin(), scaled->end(), word) == scaled->end();
    if (section && !plain) layers.rope = RopeSection{.rope = *section, .beside = {}};
    found.push_back(std::move(layers));
  }
  return found;
}

/// The rotary kinds, without their numbers.
std::vector<ConfigLayers> rotary_kinds(const ConfigModel& model) {
  const ConfigSection& config = model.config;
  const auto section = rope_section(config);
  const bool by_kind = section && goes_by_kind(*section);
  if (lists_layers(config) && !by_kind) return kinds_of_lists(config, section);
  const std::string_view usual = usual_base_key(config);
  const auto kind = [](const char* name, const std::optional<ConfigSection>& rope,
                       std::string_view base) {
    ConfigLayers layers{.kind = name, .base_key = base};
    if (rope) layers.rope = RopeSection{.rope = *rope, .beside = {}};
    return layers;
  };
  if (by_kind) {
    if (section->sections().size() > kMostKinds)
      config.fail("rope_parameters", fmt::format("has more than {} kinds", kMostKinds));
    std::vector<ConfigLayers> found;
    for (const std::string& name : section->sections()) {
      ConfigLayers layers = kind(name.c_str(), section->section(name), usual);
      layers.rope->beside = section;
      layers.rope->plain_amplitude = name == kCompressedLayers;
      found.push_back(std::move(layers));
    }
    return found;
  }
  if (config.has("compress_rope_theta") || model.type == "deepseek_v4") {
    std::vector<ConfigLayers> found = {kind(kMainLayers, std::nullopt, usual),
                                       kind(kCompressedLayers, section, "compress_rope_theta")};
    if (found.back().rope) found.back().rope->plain_amplitude = true;
    return found;
  }
  if (config.has("rope_local_base_freq") || has_local_base(model.type))
    return {kind(kFullAttention, section, usual),
            kind(kSlidingAttention, std::nullopt, "rope_local_base_freq")};
  if (config.has("local_rope_theta") || model.type == "modernbert")
    return {kind(kFullAttention, section, "global_rope_theta"),
            kind(kSlidingAttention, std::nullopt, "local_rope_theta")};
  if (config.has("swa_rope_theta")) {  // MiMo-V2
    std::vector<ConfigLayers> found = {kind(kFullAttention, section, usual),
                                       kind(kSlidingAttention, std::nullopt, "swa_rope_theta")};
    if (section && read_rope_type(*section) != RopeType::none) {
      found.back().positions = LayerPositions::unknown;
      found.back().words =
          "swa_rope_theta: whether the scaling of the other layers applies is "
          "not said";
    }
    return found;
  }
  if (model.type == "olmo3" && section && read_rope_type(*section) != RopeType::none)
    return {kind(kFullAttention, section, usual), kind(kSlidingAttention, std::nullopt, usual)};
  // DBRX and MPT have the base in attn_config.
  return {kind("", section ? section : config.section("attn_config"), usual)};
}

/// Whether layers with this word of layer_types have no attention, and so no positions.
bool without_attention(std::string_view word) {
  constexpr std::array<std::string_view, 6> kWords = {"conv", "mamba",     "mamba2",
                                                      "mlp",  "recurrent", "moe"};
  return among(kWords, word);
}

/// A kind for a word of layer_types that no rotary kind has: not rotated, or unknown.  Layers of
/// linear attention rotate in some models only.
ConfigLayers other_kind(const ConfigModel& model, const std::string& word) {
  ConfigLayers layers{.kind = word, .positions = LayerPositions::absent};
  if (without_attention(word)) {
    layers.words = "no attention, and no rotation";
  } else if (word == kLinearAttention && has_linear_attention_without_rotation(model.type)) {
    layers.words = "linear attention without rotation";
  } else {
    layers.positions = LayerPositions::unknown;
    layers.words = "layer_types has " + in_quotes(word, 60) +
                   ", and the config does not say whether such layers rotate";
  }
  return layers;
}

/// The index in `kinds` of the kind that layers with this word of layer_types belong to; the size
/// of `kinds` if it is none of them.  Layers with the word `hybrid` have attention and Mamba.
std::size_t kind_of(const std::vector<ConfigLayers>& kinds, const std::string& word) {
  const auto named = [&](std::string_view name) {
    const auto is = [&](const ConfigLayers& layers) { return layers.kind == name; };
    return static_cast<std::size_t>(std::find_if(kinds.begin(), kinds.end(), is) - kinds.begin());
  };
  if (const std::size_t found = named(word); found < kinds.size()) return found;
  const bool attends =
      (word.ends_with("attention") && word != kLinearAttention) || word == "hybrid";
  if (named(kMainLayers) < kinds.size() && named(kCompressedLayers) < kinds.size())
    return named(word == kSlidingAttention ? kMainLayers : kCompressedLayers);
  const bool chunked = word == "chunked_attention" || word == "local_attention";
  if (chunked && named(kSlidingAttention) < kinds.size()) return named(kSlidingAttention);
  if (kinds.size() == 1 && kinds.front().kind.empty() && attends) return 0;
  return kinds.size();
}

/// Adds the number of every layer to its kind.  Adds kinds for words of layer_types that no rotary
/// kind has.
void number_kinds(const ConfigModel& model, const std::vector<std::string>& attention,
                  std::vector<ConfigLayers>& kinds) {
  std::vector<ConfigLayers> others;
  for (std::size_t i = 0; i < attention.size(); ++i) {
    const auto number = static_cast<int>(i);
    if (const std::size_t kind = kind_of(kinds, attention[i]); kind < kinds.size()) {
      kinds[kind].numbers.push_back(number);
      continue;
    }
    const auto same = [&](const ConfigLayers& layers) { return layers.kind == attention[i]; };
    auto known = std::find_if(others.begin(), others.end(), same);
    if (known == others.end()) {
      if (others.size() == kMostKinds)
        model.config.fail("layer_types", fmt::format("has more than {} kinds", kMostKinds));
      others.push_back(other_kind(model, attention[i]));
      known = others.end() - 1;
    }
    known->numbers.push_back(number);
  }
  if (kinds.size() == 1 && kinds.front().kind.empty() && kinds.front().numbers.empty() &&
      !others.empty())
    kinds.clear();  // no layer has attention
  for (ConfigLayers& layers : kinds)
    if (layers.kind.empty() && !others.empty()) layers.kind = kWithRotation;
  std::move(others.begin(), others.end(), std::back_inserter(kinds));
}

/// Takes the layers without rotation out of the rotary kinds.
void separate_unrotated(const RotationSchedule& schedule, std::vector<ConfigLayers>& kinds) {
  if (!schedule.some_do_not) return;
  ConfigLayers unrotated{
      .kind = kNoRotation, .positions = LayerPositions::absent, .words = "no rotation (NoPE)"};
  for (ConfigLayers& layers : kinds) {
    if (layers.positions != LayerPositions::computed) continue;
    if (layers.kind.empty()) layers.kind = kWithRotation;
    std::erase_if(layers.numbers, [&](int number) {
      const auto at = static_cast<std::size_t>(number);
      const bool rotates = at >= schedule.rotates.size() || schedule.rotates[at];
      if (!rotates) unrotated.numbers.push_back(number);
      return !rotates;
    });
  }
  std::sort(unrotated.numbers.begin(), unrotated.numbers.end());
  kinds.push_back(std::move(unrotated));
}

}  // namespace

std::vector<ConfigLayers> read_layers(const ConfigModel& model,
                                      std::vector<std::string>& warnings) {
  std::vector<ConfigLayers> kinds = rotary_kinds(model);
  std::vector<std::string> attention = read_attention(model, warnings);
  const RotationSchedule schedule = read_rotation(model, attention, warnings);
  const bool known = !schedule.some_do_not || !schedule.rotates.empty();
  if (attention.empty() && known && kinds.size() == 1 && kinds.front().kind.empty()) {
    const int layers = read_layer_count(model.config);
    attention.assign(static_cast<std::size_t>(layers), kFullAttention);
  }
  number_kinds(model, attention, kinds);
  separate_unrotated(schedule, kinds);
  return kinds;
}

}  // namespace sextant
