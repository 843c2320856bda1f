#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/encoding/position/position.hpp"
#include "sextant/encoding/wave/rotary.hpp"

namespace sextant {

class InputFile;

/// The rotary encoding of a Hugging Face model, from its config.json.
struct ModelConfig {
  Rotary encoding;
  int head = 0;                       ///< channels of a head; encoding.dim of them are rotated
  std::optional<Position> positions;  ///< context length: positions 0, 1, …
  std::vector<std::string> warnings;  ///< assumptions, and keys that were not read
  /// The number of pairs of each of three coordinates, and whether they alternate; empty if there
  /// is one coordinate.
  std::vector<int> sections = {};
  bool alternating = false;
};

/// The warning for a config with sections.  It does not apply where the sections are read.
inline constexpr std::string_view kReadAsText =
    "the config has sections for three positions a token (mrope_section); of text, where the "
    "three are one, this is the encoding";

/// Reads a config as Transformers does: rope_parameters or rope_scaling with their old and new
/// keys, and text_config in configs of several modalities.  If the parameters depend on the layer
/// type, `layer_type` is required; otherwise it must be empty.  Numbers are exactly those of the
/// file.
///
/// Throws Error, naming the file and the key, for values that it does not support.
ModelConfig read_model_config(const std::string& path, std::string_view layer_type = {});
/// The same for an open file.
ModelConfig read_model_config(InputFile& file, std::string_view layer_type = {});

}  // namespace sextant
