#pragma once

#include <string>
#include <vector>

namespace sextant {

class InputFile;

/// What a config has beside the layers of its language model, one line each: models for images,
/// sound and speech, with what their own section says about positions, and draft layers.  Empty if
/// there is nothing else.  Throws Error, naming the file, if it is not a JSON object.
std::vector<std::string> read_other_parts(InputFile& file);

}  // namespace sextant
