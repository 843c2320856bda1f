#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sextant/io/output_file.hpp"
#include "sextant/number/format.hpp"

namespace sextant {

/// Writes a table to a .npy file, row by row, with the memory of a few rows.  The file is in C
/// order, little-endian, and has the same bytes as NumPy's.  NumPy has no bfloat16: its numbers are
/// stored as uint16 bit patterns.
///
/// If the path ends in `.safetensors`, it writes that format with one tensor, whose dtype may be
/// bfloat16.
class TableWriter {
 public:
  /// Opens a file or standard output (`-`) for numbers of `format`: float16, bfloat16, float32 or
  /// float64.  `shape` has one to eight lengths, usually rows and columns.  `tensor` is the name in
  /// a .safetensors file.  Throws Error as OutputFile does.
  TableWriter(const std::string& path, const Format& format, std::vector<std::uint64_t> shape,
              const std::string& tensor = "table");
  /// The same for 64-bit integers, which append() writes unchanged.
  static TableWriter of_integers(const std::string& path, std::vector<std::uint64_t> shape,
                                 const std::string& tensor = "table") {
    return {path, "I64", 8, std::move(shape), tensor};
  }

  /// Writes the next numbers, given as bit patterns of the format.  Throws Error if they are more
  /// than the shape allows or cannot be written; then no file remains.
  void append(std::span<const std::uint64_t> bits);
  /// The same for bit patterns with the file's width and byte order.
  void append(std::span<const std::byte> patterns);

  /// Completes the file.  Before this call, no file has its name.  Throws Error if numbers are
  /// missing.
  void finish();

 private:
  TableWriter(const std::string& path, const std::string& dtype, int size,
              std::vector<std::uint64_t> shape, const std::string& tensor);
  void take(std::uint64_t numbers);

  OutputFile file_;
  int size_;                   ///< bytes of a number
  std::uint64_t missing_ = 1;  ///< numbers
};

}  // namespace sextant
