#include "sextant/tensor/gguf.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include <fmt/core.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/gguf_header.hpp"

namespace sextant {
namespace {

constexpr std::uint64_t kMostAxes = 8;  // ggml has four
constexpr const char* kRemedy = kGgufRemedy;

/// ggml's types of numbers, by their numbers.  Empty: no longer in use.
constexpr std::array<std::string_view, 43> kTypes = {
    "F32",     "F16",   "Q4_0",   "Q4_1",  "",      "",       "Q5_0", "Q5_1",    "Q8_0",
    "Q8_1",    "Q2_K",  "Q3_K",   "Q4_K",  "Q5_K",  "Q6_K",   "Q8_K", "IQ2_XXS", "IQ2_XS",
    "IQ3_XXS", "IQ1_S", "IQ4_NL", "IQ3_S", "IQ2_S", "IQ4_XS", "I8",   "I16",     "I32",
    "I64",     "F64",   "IQ1_M",  "BF16",  "",      "",       "",     "TQ1_0",   "TQ2_0",
    "",        "",      "",       "MXFP4", "NVFP4", "Q1_0",   "Q2_0"};

struct Plain {
  std::string_view name, numpy;
  std::uint64_t bytes;
};

/// The types without blocks.
constexpr Plain kPlain[] = {{"F32", "f4", 4}, {"F16", "f2", 2}, {"BF16", "bfloat16", 2},
                            {"F64", "f8", 8}, {"I8", "i1", 1},  {"I16", "i2", 2},
                            {"I32", "i4", 4}, {"I64", "i8", 8}};

/// What the metadata say about the layout of the file.
struct Layout {
  std::uint64_t alignment = 32;
  std::uint64_t parts = 1;
};

Layout read_metadata(ByteCursor& cursor, std::uint64_t keys) {
  Layout layout;
  each_gguf_value(cursor, keys, [&](const std::string& key, GgufType type) {
    if (key == "general.alignment") layout.alignment = unsigned_gguf_value(cursor, key, type);
    if (key == "split.count") layout.parts = unsigned_gguf_value(cursor, key, type);
  });
  if (!std::has_single_bit(layout.alignment) || layout.alignment > (std::uint64_t{1} << 31))
    cursor.fail(fmt::format("has general.alignment {}, which is no power of 2 of at most 2^31{}",
                            layout.alignment, kRemedy));
  return layout;
}

/// Reads the description of a tensor.  Its offset is still that in the data section.
StoredArray read_info(ByteCursor& cursor, const std::shared_ptr<InputFile>& file) {
  StoredArray array{.file = file, .name = cursor.text(cursor.number(8), kLongestGgufName)};
  const std::uint64_t axes = cursor.number(4);
  if (axes > kMostAxes)
    array.fail(fmt::format("has {} axes; at most {} are read{}", axes, kMostAxes, kRemedy));
  for (std::uint64_t i = 0; i < axes; ++i) array.shape.push_back(cursor.number(8));
  std::reverse(array.shape.begin(), array.shape.end());  // GGUF begins with the fastest axis
  const std::uint64_t type = cursor.number(4);
  const bool known = type < kTypes.size() && !kTypes[type].empty();
  array.dtype = known ? std::string(kTypes[type]) : fmt::format("ggml-{}", type);
  array.type = kTypeInBlocks;
  array.offset = cursor.number(8);
  const auto* plain = std::find_if(std::begin(kPlain), std::end(kPlain),
                                   [&](const Plain& one) { return one.name == array.dtype; });
  if (plain == std::end(kPlain)) return array;
  array.type = plain->numpy;
  std::uint64_t bytes = plain->bytes;
  bool fits = true;
  for (const std::uint64_t n : array.shape)
    fits = !__builtin_mul_overflow(bytes, n, &bytes) && fits;
  if (!fits) array.fail("has a shape that is more than a file can hold" + std::string(kRemedy));
  array.bytes = bytes;
  return array;
}

/// Makes the offsets count from the beginning of the file.  Throws Error for a tensor that is not
/// aligned, not in the file, or begins in another one.
void place(std::vector<StoredArray>& arrays, const ByteCursor& cursor, std::uint64_t alignment) {
  std::sort(arrays.begin(), arrays.end(),
            [](const StoredArray& a, const StoredArray& b) { return a.offset < b.offset; });
  const std::uint64_t start = (cursor.at() + alignment - 1) / alignment * alignment;
  const std::uint64_t room = cursor.end() - std::min(start, cursor.end());
  std::uint64_t free = 0;  // end of the tensor before
  for (StoredArray& array : arrays) {
    if (array.offset % alignment != 0)
      array.fail(
          fmt::format("begins at byte {} of the data, which is no multiple of the alignment "
                      "{}{}",
                      array.offset, alignment, kRemedy));
    const std::uint64_t bytes = array.bytes.value_or(0);
    if (array.offset > room || bytes > room - array.offset)
      array.fail(
          fmt::format("needs {} bytes from byte {} of the data on, and the file has {} bytes "
                      "of data: it is truncated; copy it again",
                      bytes, array.offset, room));
    if (array.offset < free)
      array.fail(fmt::format("begins at byte {} of the data, where another tensor is{}",
                             array.offset, kRemedy));
    free = array.offset + bytes;
    array.offset += start;
  }
}

/// The tensors of one file, and the number of files of the model.
std::pair<std::vector<StoredArray>, std::uint64_t> read_part(
    const std::shared_ptr<InputFile>& file) {
  ByteCursor cursor(*file);
  const GgufHead head = read_gguf_head(cursor);
  const Layout layout = read_metadata(cursor, head.values);
  std::vector<StoredArray> arrays;
  for (std::uint64_t i = 0; i < head.tensors; ++i) {
    arrays.push_back(read_info(cursor, file));
    arrays.back().byte_order = head.order;
  }
  place(arrays, cursor, layout.alignment);
  return {std::move(arrays), layout.parts};
}

/// Appends the tensors of the other parts.
void read_siblings(const InputFile& file, const std::string& path, std::uint64_t parts,
                   std::vector<StoredArray>& arrays) {
  for (const std::string& other : gguf_part_paths(file, path, parts)) {
    if (other == path) continue;
    std::shared_ptr<InputFile> sibling;
    try {
      sibling = std::make_shared<InputFile>(other);
    } catch (const Error& error) {
      file.fail(
          fmt::format("is one of {} files of a split model, and another is missing ({}); "
                      "put it beside this one",
                      parts, error.what()));
    }
    auto more = read_part(sibling).first;
    std::move(more.begin(), more.end(), std::back_inserter(arrays));
  }
}

}  // namespace

bool begins_as_gguf(std::string_view begin) { return begin.starts_with("GGUF"); }

std::vector<StoredArray> read_gguf(const std::shared_ptr<InputFile>& file, const std::string& path,
                                   const std::optional<std::string>& tensor) {
  auto [arrays, parts] = read_part(file);
  const bool here = tensor && std::any_of(arrays.begin(), arrays.end(),
                                          [&](const StoredArray& a) { return a.name == tensor; });
  if (parts > 1 && !here) read_siblings(*file, path, parts, arrays);
  sort_by_name(arrays);
  return std::move(arrays);
}

}  // namespace sextant
