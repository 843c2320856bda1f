#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/tensor/stored_array.hpp"

namespace sextant {

/// Whether a file with these first bytes may be an ONNX model, which has no magic number.
bool begins_as_onnx(std::string_view begin);

/// The initializers and the values of Constant nodes of an ONNX model, also those in the graphs of
/// If and Loop, sorted by name.  A name that occurs twice is preceded by those of the node and its
/// attribute.  `path` is the file's: external data are in files beside it, which are opened with a
/// table.  Throws Error, one line with the remedy, for a damaged file.
std::vector<StoredArray> read_onnx(const std::shared_ptr<InputFile>& file, const std::string& path);

}  // namespace sextant
