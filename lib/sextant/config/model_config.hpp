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
  int head = 0;                       ///< channels of a head, of which encoding.dim turn
  std::optional<Position> positions;  ///< the model takes these many: 0, 1, …
  std::vector<std::string> warnings;  ///< what was decided, or not read
  /// Pairs of each of three coordinates, where it has those, and whether they alternate.
  std::vector<int> sections = {};
  bool alternating = false;
};

/// The warning of a config that has sections: it is not so where they are read.
inline constexpr std::string_view kReadAsText =
    "the config has sections for three positions a token (mrope_section); of text, where the "
    "three are one, this is the encoding";

/// Reads it as Transformers does: rope_parameters or rope_scaling and their keys, old and new, and
/// text_config in configs of several modalities.  Where the parameters go by layer type, it must
/// be said which; else it must be empty.  Numbers are exactly what the file writes.
///
/// Throws Error for what is not understood, naming the file and the key.
ModelConfig read_model_config(const std::string& path, std::string_view layer_type = {});
/// The same of a file that is open.
ModelConfig read_model_config(InputFile& file, std::string_view layer_type = {});

}  // namespace sextant
