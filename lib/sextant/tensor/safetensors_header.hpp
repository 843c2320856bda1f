#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sextant {

/// A tensor in the header of a .safetensors file.
struct SafetensorsEntry {
  std::string name;
  std::string dtype;
  std::vector<std::uint64_t> shape;
  std::uint64_t begin = 0, end = 0;  ///< bytes after the header

  bool operator==(const SafetensorsEntry&) const = default;
};

/// The longest header that the format allows.
inline constexpr std::uint64_t kLongestSafetensorsHeader = 100'000'000;

/// Reads the JSON of a header and returns the tensors sorted by name.  Throws Error, without a
/// file's name, for anything that the format does not allow.  A tensor has exactly the keys dtype,
/// shape and data_offsets; `__metadata__` holds texts; no key occurs twice.  Each tensor is as long
/// as dtype and shape require, and tensors follow each other without holes or overlaps.  If a dtype
/// is unknown, the length of the tensor is not checked.
std::vector<SafetensorsEntry> parse_safetensors_header(std::string_view text);

/// NumPy's name of a dtype, without a byte order.  `bfloat16` for BF16, and the dtype itself if
/// NumPy has no name for it.
std::string numpy_type(const std::string& dtype);

/// The beginning of a file with one tensor: the header's length, and JSON padded with spaces to a
/// multiple of 8 bytes.
std::string safetensors_preamble(const SafetensorsEntry& tensor);

}  // namespace sextant
