#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sextant {

/// What the header of a .safetensors file says of one tensor.
struct SafetensorsEntry {
  std::string name;
  std::string dtype;
  std::vector<std::uint64_t> shape;
  std::uint64_t begin = 0, end = 0;  ///< bytes, counted from the header's end

  bool operator==(const SafetensorsEntry&) const = default;
};

/// The format allows no longer headers.
inline constexpr std::uint64_t kLongestSafetensorsHeader = 100'000'000;

/// Reads the JSON of a header; tensors in the order of their names.  Throws Error, without a file's
/// name, for anything but what the format allows: tensors with exactly dtype, shape and
/// data_offsets, and `__metadata__` of texts, no key twice, every tensor as long as dtype and shape
/// say, one after the other without holes or overlaps.  A dtype that is not known is taken for as
/// long as its tensors are.
std::vector<SafetensorsEntry> parse_safetensors_header(std::string_view text);

/// NumPy's word for a dtype, without an order of bytes; bfloat16 for BF16, and the dtype itself
/// where NumPy has none.
std::string numpy_type(const std::string& dtype);

/// Everything before the numbers of a file of one tensor: the length, and JSON with spaces up to a
/// multiple of 8 bytes.
std::string safetensors_preamble(const SafetensorsEntry& tensor);

}  // namespace sextant
