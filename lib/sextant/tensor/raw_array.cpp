#include "sextant/tensor/raw_array.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/core.h>

namespace sextant {
namespace {

/// The size of the numbers plus one byte, at most the largest size of a file.
std::uint64_t one_too_many(const Format& format, const std::vector<std::uint64_t>& shape) {
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  auto bytes = static_cast<std::uint64_t>(format.storage_bits / 8);
  for (const std::uint64_t n : shape)
    if (__builtin_mul_overflow(bytes, n, &bytes)) return most;
  return std::min(bytes, most - 1) + 1;
}

}  // namespace

StoredArray read_raw_array(std::shared_ptr<InputFile> file, const std::optional<Format>& format,
                           std::vector<std::uint64_t> shape, const std::string& option) {
  if (!format)
    file->fail("says nothing of its numbers, and --shape not their kind: add " + option +
               " float32, or what they are");
  StoredArray array{.file = std::move(file),
                    .dtype = format->name(),
                    .type = *format == kBfloat16 || format->storage_bits == 8
                                ? format->name()
                                : fmt::format("f{}", format->storage_bits / 8)};
  array.bytes = array.file->available(one_too_many(*format, shape));
  array.shape = std::move(shape);
  return array;
}

}  // namespace sextant
