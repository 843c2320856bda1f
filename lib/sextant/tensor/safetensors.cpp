#include "sextant/tensor/safetensors.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include <fmt/core.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/safetensors_header.hpp"

namespace sextant {
namespace {

constexpr std::uint64_t kLength = 8;  // bytes of the header's length

std::uint64_t length_of(std::string_view begin) {
  std::uint64_t value = 0;
  for (std::size_t i = kLength; i-- > 0;) value = value << 8 | static_cast<unsigned char>(begin[i]);
  return value;
}

/// The header's text.  Throws Error if the file is shorter.
std::string text_of(InputFile& file) {
  constexpr const char* truncated =
      "is truncated: it ends within its header; save or copy it again";
  std::string begin(kLength, '\0');
  if (file.available(kLength) < kLength) file.fail(truncated);
  file.read_at(0, std::as_writable_bytes(std::span(begin)));
  const std::uint64_t length = length_of(begin);
  if (length > kLongestSafetensorsHeader) {
    file.fail(fmt::format(
        "says its header has {} bytes; .safetensors allows {}: is it a file of that kind?", length,
        kLongestSafetensorsHeader));
  }
  if (file.available(kLength + length) < kLength + length) file.fail(truncated);
  std::string text(length, '\0');
  file.read_at(kLength, std::as_writable_bytes(std::span(text)));
  return text;
}

/// Throws Error unless the file ends where the last tensor does.
void expect_end(InputFile& file, const std::vector<SafetensorsEntry>& tensors,
                std::uint64_t start) {
  std::uint64_t bytes = 0;
  for (const SafetensorsEntry& tensor : tensors) bytes = std::max(bytes, tensor.end);
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (bytes >= most - start) file.fail("has tensors that are more than a file can hold");
  const std::uint64_t available = file.available(start + bytes + 1);
  if (available < start + bytes) {
    file.fail(
        fmt::format("is truncated: its tensors need {} bytes after the header, {} are there; save "
                    "or copy it again",
                    bytes, available - start));
  }
  if (available > start + bytes)
    file.fail(fmt::format("has more bytes than the {} of its tensors; save it again", bytes));
}

}  // namespace

bool begins_as_safetensors(std::string_view begin) {
  return begin.size() > kLength && begin[kLength] == '{' &&
         length_of(begin) <= kLongestSafetensorsHeader;
}

std::vector<StoredArray> read_safetensors(const std::shared_ptr<InputFile>& file) {
  const std::string text = text_of(*file);
  std::vector<SafetensorsEntry> tensors;
  try {
    tensors = parse_safetensors_header(text);
  } catch (const Error& error) {
    file->fail(error.what());
  }
  const std::uint64_t start = kLength + text.size();
  expect_end(*file, tensors, start);
  std::vector<StoredArray> arrays;
  arrays.reserve(tensors.size());
  for (SafetensorsEntry& tensor : tensors) {
    StoredArray& array = arrays.emplace_back();
    array.file = file;
    array.name = std::move(tensor.name);
    array.type = numpy_type(tensor.dtype);
    array.dtype = std::move(tensor.dtype);
    array.shape = std::move(tensor.shape);
    array.offset = start + tensor.begin;
    array.bytes = tensor.end - tensor.begin;
  }
  return arrays;
}

}  // namespace sextant
