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

/// Writes a table to a .npy file, row by row, in the memory of a few rows: C order, little-endian,
/// byte for byte as NumPy would.  bfloat16, which NumPy lacks, becomes uint16 bit patterns.
///
/// A path that ends in `.safetensors` becomes a file of that kind, with one tensor, whose dtype
/// says bfloat16 too.
class TableWriter {
 public:
  /// A file, or standard output, written `-`, for numbers of `format`: float16, bfloat16, float32
  /// or float64.  Lengths in `shape`: rows, columns, or one to eight.  `tensor` is the name in a
  /// .safetensors file.  Throws Error as OutputFile does.
  TableWriter(const std::string& path, const Format& format, std::vector<std::uint64_t> shape,
              const std::string& tensor = "table");
  /// The same for integers of 64 bits, which append() takes as they are.
  static TableWriter of_integers(const std::string& path, std::vector<std::uint64_t> shape,
                                 const std::string& tensor = "table") {
    return {path, "I64", 8, std::move(shape), tensor};
  }

  /// The next numbers, as bit patterns of the format.  Throws Error where there are more than the
  /// shape has, or where the file cannot take them: then nothing of it is left.
  void append(std::span<const std::uint64_t> bits);
  /// The same, of bit patterns as they lie in the file.
  void append(std::span<const std::byte> patterns);

  /// The file is there when this returns, and not before.  Throws Error where numbers are missing.
  void finish();

 private:
  TableWriter(const std::string& path, const std::string& dtype, int size,
              std::vector<std::uint64_t> shape, const std::string& tensor);
  void take(std::uint64_t numbers);

  OutputFile file_;
  int size_;                   ///< bytes a number
  std::uint64_t missing_ = 1;  ///< numbers
};

}  // namespace sextant
