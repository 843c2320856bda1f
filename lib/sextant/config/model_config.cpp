#include "sextant/config/model_config.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sextant/config/layer_encodings.hpp"

namespace sextant {
namespace {

bool rotates(const LayerEncoding& layers) {
  return layers.axial || (layers.encoding && std::holds_alternative<Rotary>(*layers.encoding));
}

/// What a kind of layers has instead of a rotary encoding.
std::string instead(const LayerEncoding& layers) {
  std::string text = layers.layers.empty() ? "" : layers.layers + ": ";
  text += layers.words;
  const std::string options = options_of(layers);
  if (!options.empty()) return text + (layers.words.empty() ? "" : "; ") + "use " + options;
  if (layers.positions == LayerPositions::learned) text += ", which has no formula";
  if (layers.positions == LayerPositions::unknown)
    text += "; say the encoding, as --encoding rope --dim D --base B";
  return text;
}

/// The kind with this name.  If the name is empty, the only one that rotates.
const LayerEncoding& choose(const InputFile& file, const std::vector<LayerEncoding>& all,
                            std::string_view kind) {
  if (all.size() == 1 && (kind.empty() || kind == all.front().layers)) return all.front();
  std::string kinds;
  std::vector<const LayerEncoding*> rotary;
  for (const LayerEncoding& layers : all) {
    if (!kind.empty() && layers.layers == kind) return layers;
    if (rotates(layers)) rotary.push_back(&layers);
    kinds += (kinds.empty() ? "" : ", ") + in_quotes(layers.layers, 60);
  }
  if (all.size() == 1) file.fail("has one encoding for all layers: leave --layer-type out");
  if (!kind.empty())
    file.fail(fmt::format("has no --layer-type {}: {}", in_quotes(kind, 60), kinds));
  const auto unknown = std::count_if(all.begin(), all.end(), [](const LayerEncoding& layers) {
    return layers.positions == LayerPositions::unknown;
  });
  const bool named = !rotary.empty() && rotary.front()->layers != kWithRotation;
  if (rotary.size() == 1 && (unknown == 0 || !named)) return *rotary.front();
  if (!rotary.empty())
    file.fail("its layers rotate differently: --layer-type must be one of " + kinds);
  std::string what;
  for (const LayerEncoding& layers : all) what += (what.empty() ? "" : ". ") + instead(layers);
  file.fail(what);
}

}  // namespace

ModelConfig read_model_config(const std::string& path, std::string_view layer_type) {
  InputFile file(path);
  return read_model_config(file, layer_type);
}

ModelConfig read_model_config(InputFile& file, std::string_view layer_type) {
  const std::vector<LayerEncoding> all = read_layer_encodings(file);
  const LayerEncoding& layers = choose(file, all, layer_type);
  if (!rotates(layers)) file.fail(instead(layers));
  std::vector<std::string> warnings = layers.warnings;
  if (!layers.axial) warnings.insert(warnings.end(), layers.remarks.begin(), layers.remarks.end());
  for (const LayerEncoding& other : all)
    if (layer_type.empty() && other.positions == LayerPositions::unknown)
      warnings.push_back("this is not the encoding of the layers " + in_quotes(other.layers, 60) +
                         ": " + other.words);
  return {.encoding = layers.axial ? layers.axial->along : *layers.encoding,
          .axial = layers.axial,
          .head = layers.head,
          .positions = layers.context,
          .warnings = std::move(warnings),
          .sections = layers.sections,
          .alternating = layers.alternating};
}

ModelConfig read_model_query_scale(const std::string& path, std::string_view layer_type) {
  InputFile file(path);
  const std::vector<LayerEncoding> all = read_layer_encodings(file);
  const LayerEncoding* found = nullptr;
  for (const LayerEncoding& layers : all) {
    if (!layers.query_scale || (!layer_type.empty() && layer_type != layers.layers)) continue;
    if (found != nullptr && *found->query_scale != *layers.query_scale)
      file.fail("its layers scale queries differently: --layer-type must be " +
                in_quotes(found->layers, 60) + " or " + in_quotes(layers.layers, 60));
    found = &layers;
  }
  if (found == nullptr)
    file.fail(fmt::format(
        "has no query scale{}; if its queries are scaled, use --encoding query-scale",
        layer_type.empty() ? std::string() : " with --layer-type " + in_quotes(layer_type, 60)));
  return {
      .encoding = *found->query_scale, .positions = found->context, .warnings = found->warnings};
}

}  // namespace sextant
