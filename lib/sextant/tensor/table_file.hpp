#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sextant/tensor/stored_array.hpp"

namespace sextant {

/// What is said of a file besides its path.
struct TableFile {
  std::string path;                        ///< or `-`, standard input
  std::optional<std::string> tensor = {};  ///< which, where the file names several
  std::optional<Format> format = {};       ///< of 16-bit patterns, and of files without header
  std::optional<std::vector<std::uint64_t>> shape = {};  ///< of files without header
  Copied copied = nullptr;                               ///< told while it is a pipe, and is copied
  std::string tensor_option = "--tensor";  ///< what says `tensor` of this file: for error lines
  std::string format_option = "--format";  ///< the same of `format`
};

/// Every array of a file, by the kind of file that its first bytes, not its name, say: .npy, .npz
/// or .safetensors; with a shape and a format, also a file of little-endian numbers and nothing
/// else.  Throws Error, one line with the remedy, for any other, and for what is damaged.
std::vector<StoredArray> arrays_of(const TableFile& from);

/// The table of a file: of the tensor said, or of the only one that may be a table.  A format and a
/// shape must agree with what the file says of itself.  Throws Error as table_of does; where a
/// tensor has to be said, the line lists them.
Table open_table(const TableFile& from, bool integers = false);

/// The same for vectors, as vectors_of has them.
NpyVectors open_vectors(const TableFile& from, const std::optional<Format>& of_patterns = {});

/// The lengths of a shape as an option says it, `4096x128`.  Throws Error for anything else.
std::vector<std::uint64_t> read_shape(const std::string& text);

}  // namespace sextant
