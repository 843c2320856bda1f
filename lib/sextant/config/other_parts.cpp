#include "sextant/config/other_parts.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "sextant/config/among.hpp"
#include "sextant/config/layer_encodings.hpp"
#include "sextant/config/layer_schedule.hpp"
#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/encoding/wave/sinusoidal.hpp"

namespace sextant {
namespace {

constexpr const char* kJudges = "sextant verify judges its tables with ";
constexpr const char* kOfGrid =
    "its table depends on the grid of patches: sextant table writes it, and sextant verify judges "
    "it, with ";
constexpr const char* kGrid = " --height H --width W";
constexpr const char* kNotKnown = "how it encodes positions is not known here";

template <std::size_t N>
bool names_one(std::string_view key, const std::array<std::string_view, N>& words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return key.find(word) != std::string_view::npos;
  });
}

bool is_of_images(std::string_view key) {
  constexpr std::array<std::string_view, 2> kWords = {"vision", "visual"};
  return names_one(key, kWords);
}

/// Whether a section is of a model: by its name, or because it has a width.  Adapters are not.
bool is_of_a_model(std::string_view key, const ConfigSection& section) {
  constexpr std::array<std::string_view, 2> kWords = {"audio", "speech"};
  if (key.find("lora") != std::string_view::npos) return false;  // Phi-4-multimodal's vision_lora
  return section.has(key_of_width(section)) || is_of_images(key) || names_one(key, kWords);
}

/// The options for the encoding of images in Qwen2-VL and later models, whose sections do not name
/// it; empty for other models.
std::string options_of_qwen(const ConfigSection& section, std::string_view type) {
  constexpr std::array<std::string_view, 5> kTypes = {"qwen2_vl", "qwen2_5_vl", "qwen3_vl",
                                                      "qwen3_vl_moe", "qwen3_5"};
  const auto width = section.count(section.first_of({"embed_dim", "hidden_size"}), kLargestDim);
  const auto heads = section.count("num_heads", kLargestDim);
  if (!among(kTypes, type) || !width || !heads) return "";
  Axial axial = *find_axial("qwen2-vl-vision");
  set_field(axial, "dim", Integer(*width / *heads).str());
  if (const auto merge = section.count("spatial_merge_size", 1024))
    set_field(axial, "merge", merge->str());
  return options_of({.axial = axial});
}

/// What the section of one model says about positions.  Tokens of images have two coordinates, so
/// that a rotation by one position would be a wrong reading.
std::string positions_of(const ConfigSection& section, std::string_view type, bool of_images) {
  std::string text;
  try {
    const std::string qwen = of_images ? options_of_qwen(section, type) : "";
    if (!qwen.empty()) return kOfGrid + qwen + kGrid;
    ConfigModel model = find_language_model(section);
    model.around.clear();  // keys around the section are of other models
    for (const LayerEncoding& layers : read_layer_encodings(model)) {
      const std::string options = options_of(layers);
      const bool rotary = layers.encoding && std::holds_alternative<Rotary>(*layers.encoding);
      const bool known = layers.positions != LayerPositions::unknown && !(of_images && rotary);
      if (!text.empty()) text += "; ";
      if (!layers.layers.empty()) text += layers.layers + ": ";
      if (!known)
        text += kNotKnown;
      else if (layers.axial)
        text += kOfGrid + options + kGrid;
      else
        text += options.empty() ? layers.words : kJudges + options;
    }
  } catch (const Error&) {  // the keys may be for a program that is not known here
    return kNotKnown;
  }
  return text;
}

/// The section of another model, the section around it, and its key.
struct ModelSection {
  ConfigSection outer;
  std::string key;
  ConfigSection section;
};

/// The sections of all models except the language model.
std::vector<ModelSection> sections_of_models(const ConfigModel& model) {
  std::vector<ModelSection> found;
  const auto add = [&](const ConfigSection& outer, const std::string& language) {
    for (const std::string& key : outer.sections()) {
      const auto section = outer.section(key);
      if (section->path("") != language && is_of_a_model(key, *section))
        found.push_back({outer, key, *section});
    }
  };
  for (std::size_t i = 0; i < model.around.size(); ++i) {
    const ConfigSection& next = i + 1 < model.around.size() ? model.around[i + 1] : model.config;
    add(model.around[i], next.path(""));
  }
  add(model.config, "");
  return found;
}

void add_models(const ConfigModel& model, std::vector<std::string>& found) {
  for (const auto& [outer, key, section] : sections_of_models(model)) {
    const std::string type = section.word("model_type").value_or("");
    const std::string known = type.empty() ? outer.word("model_type").value_or("") : type;
    found.push_back(fmt::format("{}{}: not judged here; {}", in_quotes(outer.path(key), 120),
                                type.empty() ? "" : " (" + in_quotes(type, 60) + ")",
                                positions_of(section, known, is_of_images(key))));
  }
}

/// Whether compress_ratios also has an entry for each layer that drafts: their numbers follow those
/// of the other layers, and each is of the kind that its entry says (DeepSeek-V4).
bool lists_drafts(const ConfigSection& config, const Rational& drafts) {
  const auto ratios = config.integers("compress_ratios", 1 << 30);
  return ratios && Rational(ratios->size()) >= drafts + read_layer_count(config);
}

void add_drafts(const ConfigSection& config, std::vector<std::string>& found) {
  for (const char* key : {"num_nextn_predict_layers", "num_mtp_layers", "num_mtp_modules",
                          "mtp_num_hidden_layers", "mtp_num_layers"})
    if (config.has(key, ConfigValue::Kind::number) && config.number(key) != Rational(0) &&
        !lists_drafts(config, *config.number(key)))
      found.push_back(fmt::format(
          "{} is {}: the layers that draft further tokens, after all others, are not judged",
          config.path(key), config.written(key)));
}

}  // namespace

std::vector<OtherModel> read_other_models(InputFile& file) {
  constexpr std::string_view kEnd = "_config";
  const ConfigValue document = read_config_document(file);
  std::vector<OtherModel> found;
  for (const auto& [outer, key, section] :
       sections_of_models(find_language_model(ConfigSection(file, document)))) {
    if (!key.ends_with(kEnd)) continue;
    OtherModel one{.name = key.substr(0, key.size() - kEnd.size()), .encodings = {}};
    try {
      ConfigModel model = find_language_model(section);
      model.around.clear();  // keys around the section are of other models
      one.encodings = read_layer_encodings(model);
    } catch (const Error&) {  // the keys may be for a program that is not known here
    }
    found.push_back(std::move(one));
  }
  return found;
}

std::vector<std::string> read_other_parts(InputFile& file) {
  const ConfigValue document = read_config_document(file);
  const ConfigModel model = find_language_model(ConfigSection(file, document));
  std::vector<std::string> found;
  add_models(model, found);
  add_drafts(model.config, found);
  return found;
}

}  // namespace sextant
