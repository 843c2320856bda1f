#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sextant/tensor/stored_array.hpp"

namespace sextant {

/// A file, and the options that describe it.
struct TableFile {
  std::string path;                        ///< or `-`, standard input
  std::optional<std::string> tensor = {};  ///< required if the file holds several tables
  std::optional<Format> format = {};       ///< for 16-bit patterns and files without header
  std::optional<std::vector<std::uint64_t>> shape = {};  ///< for files without header
  Copied copied = nullptr;                               ///< called while a pipe is copied
  std::string tensor_option = "--tensor";  ///< the option that sets `tensor`, for error lines
  std::string format_option = "--format";  ///< the option that sets `format`
};

/// Every array of a file.  The first bytes show the format: .npy, .npz, .safetensors,
/// GGUF, ONNX or a zip file of PyTorch.  With a
/// shape and a format, the file may also hold only little-endian numbers.  Throws Error, one line
/// with the remedy, for other and for damaged files.
std::vector<StoredArray> arrays_of(const TableFile& from);

/// The table of a file: the tensor `from.tensor`, or the only one that may be a table.  A given
/// format and shape must agree with the file's.  Throws Error as table_of does, and if several
/// tensors are possible; then the line lists them.
Table open_table(const TableFile& from, bool integers = false);

/// The same for vectors; see vectors_of.
NpyVectors open_vectors(const TableFile& from, const std::optional<Format>& of_patterns = {});

/// The lengths in the text of an option, such as `4096x128`.  Throws Error for other text.
std::vector<std::uint64_t> read_shape(const std::string& text);

}  // namespace sextant
