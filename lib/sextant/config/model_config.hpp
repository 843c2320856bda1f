#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/config/config_rotary.hpp"
#include "sextant/encoding/position/position.hpp"

namespace sextant {

class InputFile;

/// The encoding of a Hugging Face model, from its config.json: rotary, or the query scale.
struct ModelConfig {
  Encoding encoding;
  std::optional<Axial> axial = {};    ///< instead of `encoding`, for images and films
  int head = 0;                       ///< channels of a head; encoding.dim of them are rotated
  std::optional<Position> positions;  ///< context length: positions 0, 1, …
  std::vector<std::string> warnings;  ///< assumptions, and keys that were not read
  /// The number of pairs of each of three coordinates, and whether they alternate; empty if there
  /// is one coordinate.
  std::vector<int> sections = {};
  bool alternating = false;
};

/// The rotary encoding of one kind of layers (layer_encodings.hpp).  If several kinds rotate,
/// `layer_type` is required; otherwise it may be empty.
///
/// Throws Error, naming the file, as read_layer_encodings does, and if the kind does not rotate: it
/// then says what the model has, and the options that name it.
ModelConfig read_model_config(const std::string& path, std::string_view layer_type = {});
/// The same for an open file.
ModelConfig read_model_config(InputFile& file, std::string_view layer_type = {});

/// The query scale of the layers of one kind.  If `layer_type` is empty, it is that of all kinds
/// that have one.  Throws Error, naming the file, if no such kind has one, or if they have
/// different ones.
ModelConfig read_model_query_scale(const std::string& path, std::string_view layer_type = {});

}  // namespace sextant
