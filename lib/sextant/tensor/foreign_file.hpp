#pragma once

#include <string>

#include "sextant/io/file.hpp"

namespace sextant {

/// What kind of file this is that is not read, by its first bytes or else its name, and the command
/// that makes a .npy or .safetensors file of it; empty for what is not known at all.
std::string foreign_file(InputFile& file, const std::string& path);

/// The same of what PyTorch saves, whose files are zip archives now, and were pickles.
std::string torch_file();

}  // namespace sextant
