#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/tensor/stored_array.hpp"

namespace sextant {

/// Whether a file with these first bytes is a GGUF file.
bool begins_as_gguf(std::string_view begin);

/// The tensors of a GGUF file of version 2 or 3, in either byte order, sorted by name.  `path` is
/// the file's.  If the file is a part of a split model, the tensors of all parts are returned; if
/// it holds `tensor`, only its own.  Throws Error, one line with the remedy, for a damaged file and
/// for a missing part.
std::vector<StoredArray> read_gguf(const std::shared_ptr<InputFile>& file, const std::string& path,
                                   const std::optional<std::string>& tensor);

}  // namespace sextant
