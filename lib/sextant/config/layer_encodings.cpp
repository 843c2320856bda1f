#include "sextant/config/layer_encodings.hpp"

#include <algorithm>
#include <utility>

#include "sextant/config/config_diffusers.hpp"
#include "sextant/config/config_family.hpp"
#include "sextant/config/config_rotary.hpp"
#include "sextant/config/config_tables.hpp"
#include "sextant/config/config_unrotated.hpp"
#include "sextant/config/query_scale.hpp"
#include "sextant/config/unread_keys.hpp"
#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/encoding/text/encoding_text.hpp"

namespace sextant {
namespace {

LayerEncoding unknown(const std::string& words) {
  return {.positions = LayerPositions::unknown, .words = words};
}

/// Throws Error if the parameters of the encoding are invalid.
void want_valid(const ConfigSection& config, const LayerEncoding& layers) {
  try {
    if (layers.encoding) (void)chart(*layers.encoding);
    if (!layers.axial) return;
    Axial e = *layers.axial;  // of any grid
    e.grid.height = e.grid.width = 3;
    (void)sections(e, Part::table);
  } catch (const Error& error) {
    config.fail(std::string("gives no valid encoding: ") + error.what());
  }
}

LayerEncoding read_kind(const ConfigModel& model, const ConfigLayers& layers) {
  LayerEncoding found{
      .layers = layers.kind, .numbers = layers.numbers, .positions = layers.positions};
  found.words = layers.words;
  try {
    if (layers.positions == LayerPositions::computed) read_rotary(model, layers, found);
    found.query_scale = read_query_scale(model, layers, found.warnings);
  } catch (const NotExpressible& error) {
    found.positions = LayerPositions::unknown;
    found.words = error.what();
  }
  return found;
}

std::vector<LayerEncoding> read_rotated(const ConfigModel& model) {
  std::vector<std::string> common;
  std::vector<ConfigLayers> kinds;
  try {
    kinds = read_layers(model, common);
  } catch (const NotExpressible& error) {
    return {unknown(error.what())};
  }
  ConfigRecord& record = model.config.record();
  const std::vector<ConfigKey> of_all = record.take();
  std::vector<LayerEncoding> found;
  for (const ConfigLayers& layers : kinds) {
    for (const ConfigKey& key : of_all) record.note(key);
    found.push_back(read_kind(model, layers));
    LayerEncoding& kind = found.back();
    kind.from = record.take();
    kind.warnings.insert(kind.warnings.begin(), common.begin(), common.end());
  }
  return found;
}

/// Whether the code of a model type is known.  True without a model_type: then the keys decide.
bool is_known(std::string_view type) {
  return type.empty() || find_family(type) != nullptr || known_without_rotation(type) ||
         adds_a_table(type);
}

std::vector<LayerEncoding> read_model(const ConfigModel& model) {
  if (model.remote && !is_known(model.type))
    return {unknown("model_type " + in_quotes(model.type, 60) +
                    " is not known, and its code is remote (auto_map)")};
  if (of_diffusers(model.config)) return read_diffusers(model.config);
  if (auto found = read_unrotated(model); !found.empty()) return found;
  if (!mentions_rotation(model))
    return {unknown(model.config.path("rope_theta") + " is missing, and so is rope_parameters")};
  return read_rotated(model);
}

}  // namespace

std::vector<LayerEncoding> read_layer_encodings(InputFile& file) {
  const ConfigValue document = read_config_document(file);
  return read_layer_encodings(find_language_model(ConfigSection(file, document)));
}

std::vector<LayerEncoding> read_layer_encodings(const ConfigModel& model) {
  std::vector<LayerEncoding> found = read_model(model);
  const bool none_rotates = std::all_of(found.begin(), found.end(), [](const LayerEncoding& one) {
    return one.positions == LayerPositions::absent;
  });
  ConfigRecord& record = model.config.record();
  if (none_rotates) record.accept(model.config.path("rope_theta"));
  const std::vector<ConfigKey> rest = record.take();
  const std::vector<std::string> unread = warn_of_unread(model);
  for (LayerEncoding& layers : found) {
    if (layers.from.empty()) layers.from = rest;
    layers.warnings.insert(layers.warnings.end(), unread.begin(), unread.end());
    want_valid(model.config, layers);
  }
  return found;
}

std::string options_of(const LayerEncoding& layers) {
  std::string text;
  if (layers.encoding) text = to_text(*layers.encoding);
  if (layers.axial) text = to_text(*layers.axial);
  if (text.empty()) return text;
  std::string options = "--encoding ";
  for (const char c : text) {  // `name field=value field=value`
    if (c == ' ')
      options += " --";
    else
      options += c == '=' ? ' ' : c;
  }
  return options;
}

}  // namespace sextant
