#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sextant/audit/onnx_angles.hpp"
#include "sextant/config/layer_encoding.hpp"
#include "sextant/encoding/position/position.hpp"
#include "sextant/tensor/checkpoint_folder.hpp"
#include "sextant/tensor/onnx_rotary.hpp"

namespace sextant::audit {

/// The kinds of files of a model, or a model in memory.  `tensors` are weights without metadata
/// about positions.
enum class SourceKind : unsigned char { config, params, tensors, gguf, onnx, memory };
/// The name of a kind in JSON: `config`, ….
std::string_view word(SourceKind kind);

/// A tensor of a model in memory, or what one of its modules computed.
struct MemoryTensor {
  StoredArray array;
  std::optional<Part> part = {};  ///< nullopt: its name and shape say it
  /// Of its rows; nullopt: 0, 1, …
  std::optional<Positions> positions = {};
  std::string layers = {};  ///< the kind of its layers; empty: unknown
  bool constant = false;    ///< known not to be trained, though its model is
  /// The row of padding, which may hold zeros; nullopt: none.
  std::optional<std::uint64_t> padding = {};
  std::string why = {};  ///< why it cannot be judged; else empty
};

/// Another model that a configuration describes, such as a Q-Former or one for images.
struct ModelPart {
  std::vector<std::string> words = {};        ///< all are in the names of its tensors: `qformer`
  std::vector<LayerEncoding> encodings = {};  ///< empty if they are not known

  /// Whether a tensor whose name has these words belongs to this part.
  bool is_in(const std::vector<std::string>& name) const;
};

/// A file of a model, all weights of a folder, or a model in memory, and what they say.
struct ModelSource {
  std::string path;
  SourceKind kind = SourceKind::tensors;
  std::vector<LayerEncoding> encodings = {};  ///< what it says about its layers; may be empty
  std::vector<CheckpointArray> arrays = {};   ///< every tensor
  std::vector<OnnxRotary> rotaries = {};      ///< nodes of an ONNX graph that rotate
  std::vector<OnnxAngles> angles = {};        ///< nodes Cos and Sin of an ONNX graph
  std::vector<std::string> frequencies = {};  ///< arrays that are frequencies for these nodes
  std::vector<std::string> others = {};       ///< the parts that are not judged, a line each
  std::vector<ModelPart> parts = {};          ///< other models that the file describes
  std::string unread = {};  ///< a file of weights that is not read instead; empty if there is none
  std::vector<MemoryTensor> in_memory = {};
  /// Paths of modules that encode positions: some tensor of each must be judged.
  std::vector<std::string> modules = {};
};

/// The encoding of layers as text, also that of images; empty if positions are not computed.
std::string encoding_text(const LayerEncoding& layers);

/// The last position of the context of layers; 4095 if their context is unknown.
Position last_position(const LayerEncoding& layers);

/// What a configuration in memory says.  All its layers are of the kind `layers` unless that is
/// empty.  Throws Error, which names the configuration `name`.
std::vector<LayerEncoding> encodings_of_json(const std::string& name, std::string_view json,
                                             const std::string& layers);

/// The sources at a path, which is a folder or a file; configurations come first.  Of a pipeline of
/// diffusers (model_index.json) they are those of its transformers.  Throws Error, one line with
/// the remedy, if there is none or if one cannot be read.
std::vector<ModelSource> sources_of(const std::string& path);

}  // namespace sextant::audit
