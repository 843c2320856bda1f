#pragma once

#include <string>
#include <vector>

namespace sextant {

class InputFile;

/// The parts of a config that are not layers of its language model, one line each: models for
/// images, sound and speech, with what their sections say about positions; and draft layers, which
/// predict further tokens.  Empty if there are none.  Throws Error, naming the file, if the file is
/// not a JSON object.
std::vector<std::string> read_other_parts(InputFile& file);

}  // namespace sextant
