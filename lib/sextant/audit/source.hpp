#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sextant/config/layer_encoding.hpp"
#include "sextant/tensor/checkpoint_folder.hpp"
#include "sextant/tensor/onnx_rotary.hpp"

namespace sextant::audit {

/// The kinds of files of a model.  `tensors` are weights without metadata about positions.
enum class SourceKind : unsigned char { config, params, tensors, gguf, onnx };
/// The name of a kind in JSON: `config`, ….
std::string_view word(SourceKind kind);

/// A file of a model, or all weights of a folder, and what they say.
struct ModelSource {
  std::string path;
  SourceKind kind = SourceKind::tensors;
  std::vector<LayerEncoding> encodings = {};  ///< what it says about its layers; may be empty
  std::vector<CheckpointArray> arrays = {};   ///< every tensor
  std::vector<OnnxRotary> rotaries = {};      ///< nodes of an ONNX graph that rotate
  std::vector<std::string> others = {};       ///< the parts that are not judged, a line each
  std::string unread = {};  ///< a file of weights that is not read instead; empty if there is none
};

/// The encoding of layers as text, also that of images; empty if positions are not computed.
std::string encoding_text(const LayerEncoding& layers);

/// The last position of the context of layers; 4095 if their context is unknown.
Position last_position(const LayerEncoding& layers);

/// The sources at a path, which is a folder or a file; configurations come first.  Throws Error,
/// one line with the remedy, if there is none or if one cannot be read.
std::vector<ModelSource> sources_of(const std::string& path);

}  // namespace sextant::audit
