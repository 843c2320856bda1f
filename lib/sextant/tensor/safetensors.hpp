#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "sextant/tensor/stored_array.hpp"

namespace sextant {

/// Whether a file with these first bytes (9 or more) may be a .safetensors file.
bool begins_as_safetensors(std::string_view begin);

/// All tensors of a .safetensors file, sorted by name.  Throws Error, one line with the remedy, for
/// anything that the format does not allow.  The header is compared with the file's length first.
std::vector<StoredArray> read_safetensors(const std::shared_ptr<InputFile>& file);

}  // namespace sextant
