#pragma once

#include <string>
#include <vector>

#include "sextant/config/layer_encoding.hpp"

namespace sextant {

class InputFile;

/// The parts of a config that are not layers of its language model, one line each: models for
/// images, sound and speech, with what their sections say about positions; and draft layers, which
/// predict further tokens.  Empty if there are none.  Throws Error, naming the file, if the file is
/// not a JSON object.
std::vector<std::string> read_other_parts(InputFile& file);

/// Another model of a config: a section such as `qformer_config`.
struct OtherModel {
  std::string name;                      ///< without `_config`
  std::vector<LayerEncoding> encodings;  ///< of its layers; empty if the section is not understood
};

/// The other models of a config whose sections end in `_config`.  Throws Error as read_other_parts
/// does.
std::vector<OtherModel> read_other_models(InputFile& file);

}  // namespace sextant
