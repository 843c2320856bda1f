#pragma once

#include <string>

#include "sextant/io/file.hpp"

namespace sextant {

/// The message for an unsupported file: its kind, by its first bytes or else its name, and a
/// command that converts it to .npy or .safetensors.  Empty if the kind is unknown.
std::string foreign_file(InputFile& file, const std::string& path);

}  // namespace sextant
