#include "sextant/audit/source.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <span>
#include <system_error>
#include <utility>

#include "sextant/audit/tensor_name.hpp"
#include "sextant/config/gguf_config.hpp"
#include "sextant/config/layer_encodings.hpp"
#include "sextant/config/other_parts.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/tensor/gguf.hpp"
#include "sextant/tensor/onnx.hpp"
#include "sextant/tensor/table_file.hpp"

namespace sextant::audit {
namespace {

std::vector<ModelPart> parts_of(InputFile& file) {
  std::vector<ModelPart> parts;
  for (OtherModel& model : read_other_models(file))
    parts.push_back({words_of_name(model.name), std::move(model.encodings)});
  return parts;
}

ModelSource config_source(const std::string& path, SourceKind kind) {
  InputFile file(path);
  return {.path = path,
          .kind = kind,
          .encodings = read_layer_encodings(file),
          .others = read_other_parts(file),
          .parts = parts_of(file)};
}

/// Arrays with the path of their file.  An array without a name has that of the file.
std::vector<CheckpointArray> at(const std::string& path, std::vector<StoredArray> arrays) {
  std::vector<CheckpointArray> found;
  for (StoredArray& array : arrays) {
    if (!array.name) array.name = std::filesystem::path(path).stem().string();
    found.push_back({std::move(array), path});
  }
  return found;
}

ModelSource gguf_source(const std::string& path) {
  return {.path = path,
          .kind = SourceKind::gguf,
          .encodings = read_gguf_encodings(path),
          .arrays = at(path, read_gguf(std::make_shared<InputFile>(path), path, {}))};
}

ModelSource onnx_source(const std::string& path) {
  const auto file = std::make_shared<InputFile>(path);
  std::vector<StoredArray> arrays = read_onnx(file, path);
  std::vector<OnnxAngles> angles = read_onnx_angles(file);
  std::vector<std::string> frequencies = frequencies_of(angles, arrays);
  return {.path = path,
          .kind = SourceKind::onnx,
          .arrays = at(path, std::move(arrays)),
          .rotaries = read_onnx_rotary(file),
          .angles = std::move(angles),
          .frequencies = std::move(frequencies)};
}

ModelSource file_source(const std::string& path) {
  if (path.ends_with("params.json")) return config_source(path, SourceKind::params);
  if (path.ends_with(".json")) return config_source(path, SourceKind::config);
  if (path.ends_with(".gguf")) return gguf_source(path);
  if (path.ends_with(".onnx")) return onnx_source(path);
  return {.path = path, .arrays = at(path, arrays_of(TableFile{.path = path}))};
}

std::vector<ModelSource> folder_sources(const std::string& path) {
  const CheckpointFolder folder = list_checkpoint_folder(path);
  std::vector<ModelSource> sources;
  if (!folder.config.empty()) sources.push_back(config_source(folder.config, SourceKind::config));
  if (!folder.params.empty()) sources.push_back(config_source(folder.params, SourceKind::params));
  for (const std::string& file : folder.gguf) sources.push_back(gguf_source(file));
  for (const std::string& file : folder.onnx) sources.push_back(onnx_source(file));
  for (const std::string& file : folder.tables) sources.push_back(file_source(file));
  if (!folder.index.empty() || !folder.weights.empty())
    sources.push_back({.path = folder.index.empty() ? path : folder.index,
                       .arrays = checkpoint_arrays(folder),
                       .unread = folder.unread});
  if (sources.empty())
    throw Error(in_quotes(path) +
                ": holds no file of a model: config.json, params.json, .safetensors, .bin, .pt, "
                ".gguf or .onnx");
  return sources;
}

/// The sources of the transformers of a pipeline of diffusers, which has each of its models in a
/// folder of its own.  Wan 2.2 has two transformers.
std::vector<ModelSource> pipeline_sources(const std::string& path) {
  std::vector<ModelSource> sources;
  for (const char* name : {"transformer", "transformer_2"}) {
    const std::filesystem::path folder = std::filesystem::path(path) / name;
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder, ignored)) continue;
    for (ModelSource& source : folder_sources(folder.string()))
      sources.push_back(std::move(source));
  }
  if (sources.empty())
    throw Error(in_quotes(path) + ": a pipeline (model_index.json) without a folder 'transformer'");
  return sources;
}

}  // namespace

bool ModelPart::is_in(const std::vector<std::string>& name) const {
  return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::find(name.begin(), name.end(), word) != name.end();
  });
}

std::string_view word(SourceKind kind) {
  constexpr std::string_view kWords[] = {"config", "params", "tensors", "gguf", "onnx", "memory"};
  return kWords[static_cast<std::size_t>(kind)];
}

std::string encoding_text(const LayerEncoding& layers) {
  if (layers.encoding) return to_text(*layers.encoding);
  return layers.axial ? to_text(*layers.axial) : "";
}

Position last_position(const LayerEncoding& layers) { return layers.context.value_or(4096) - 1; }

std::vector<LayerEncoding> encodings_of_json(const std::string& name, std::string_view json,
                                             const std::string& layers) {
  InputFile file(name, std::as_bytes(std::span(json.data(), json.size())));
  std::vector<LayerEncoding> encodings = read_layer_encodings(file);
  if (!layers.empty())
    for (LayerEncoding& one : encodings) one.layers = layers;
  return encodings;
}

std::vector<ModelSource> sources_of(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::exists(std::filesystem::path(path) / "model_index.json", ignored))
    return pipeline_sources(path);
  if (std::filesystem::is_directory(path, ignored)) return folder_sources(path);
  std::vector<ModelSource> sources;
  sources.push_back(file_source(path));
  return sources;
}

}  // namespace sextant::audit
