#include "sextant/config/unread_keys.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace sextant {
namespace {

struct Harmless {
  std::string_view key;
  std::string_view why;
};

/// Keys of a config, outside its rope sections, that need no warning.
constexpr auto kHarmless = std::to_array<Harmless>({
    {"max_position_embeddings", "a length; scalings that need it read it"},
    {"n_positions", "a length"},
    {"max_source_positions", "a length"},
    {"max_target_positions", "a length"},
    {"max_trained_positions", "a length; only rotary_scaling_factor needs it"},
    {"original_max_position_embeddings", "a length; scalings that need it read it"},
    {"num_position_embeddings", "the rows of an image's learned table"},
    {"static_position_embeddings", "the code of Marian always adds sinusoids"},
    {"position_id_per_seconds", "the positions of video frames, not their encoding"},
    {"routed_scaling_factor", "weights of experts"},
    {"moe_router_topk_scaling_factor", "weights of experts"},
    {"logits_scaling", "divides logits"},
    {"mup_use_scaling", "scales weights"},
    {"use_position_embeddings", "of learned tables"},
    {"position_biased_input", "adds learned positions to the inputs"},
    {"pos_att_type", "which scores use relative positions"},
    {"normalize_position", "of images"},
});

bool harmless(std::string_view key) {
  return std::any_of(kHarmless.begin(), kHarmless.end(),
                     [&](const Harmless& known) { return known.key == key; });
}

/// Adds warnings for unread keys of a section and of sections inside it: for all keys if `all`,
/// else for keys whose names look positional.
void add_warnings(const ConfigSection& section, bool all, std::vector<std::string>& warnings) {
  for (const std::string& key : section.keys()) {
    const std::string path = section.path(key);
    const bool known = section.record().knows(path);
    if (known && section.has(key, ConfigValue::Kind::object)) {
      const bool attention = key == "attn_config";
      if (all || attention || looks_positional(key))
        add_warnings(*section.section(key), !attention, warnings);
      continue;
    }
    const bool matters = all || (looks_positional(key) && !harmless(key));
    if (known || !matters) continue;
    warnings.push_back(in_quotes(path, 120) + " of the config is not read");
  }
}

}  // namespace

bool looks_positional(std::string_view key) {
  std::string lower;
  for (const char c : key) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  constexpr std::array<std::string_view, 9> kWords = {
      "rope", "rotary", "theta", "position", "alibi", "yarn", "ntk", "scaling", "mscale"};
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

std::vector<std::string> warn_of_unread(const ConfigModel& model) {
  std::vector<std::string> warnings;
  add_warnings(model.config, false, warnings);
  for (const ConfigSection& outer : model.around) {
    for (const std::string& key : outer.keys()) {
      const bool same = outer.written(key) == model.config.written(key);
      if (!looks_positional(key) || harmless(key) || same) continue;
      if (!outer.record().knows(outer.path(key)))
        warnings.push_back(in_quotes(outer.path(key), 120) + " of the config is not read");
    }
  }
  return warnings;
}

}  // namespace sextant
