#pragma once

#include <string>
#include <vector>

#include "sextant/config/config_model.hpp"
#include "sextant/config/layer_encoding.hpp"

namespace sextant {

class InputFile;

/// What a model's configuration says about positions, one entry for each kind of its layers.  The
/// file is a Hugging Face config.json, with old or new keys, or a params.json.  Numbers are exactly
/// those of the file.  The result has at least one kind.
///
/// A kind whose positions no encoding expresses, or whose code is remote and not known, is
/// `unknown`, and its `words` name the key.  Throws Error, naming the file and the key, for a file
/// that is not JSON, for keys of the wrong kind or out of range, and for keys that contradict each
/// other.
std::vector<LayerEncoding> read_layer_encodings(InputFile& file);
/// The same for a model that was found in a config.
std::vector<LayerEncoding> read_layer_encodings(const ConfigModel& model);

/// The options of the command line that name the encoding of a kind, such as `--encoding alibi
/// --heads 32`; empty if there is none.
std::string options_of(const LayerEncoding& layers);

}  // namespace sextant
