#include "sextant/tensor/gguf.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <utility>

#include <fmt/core.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/byte_cursor.hpp"

namespace sextant {
namespace {

constexpr std::string_view kMagic = "GGUF";
constexpr std::uint64_t kLongestText = 65535;  // of a key, by the format's document
constexpr std::uint64_t kMostAxes = 8;         // ggml has four
constexpr std::uint64_t kDeepestArray = 16;
constexpr const char* kRemedy = "; convert or copy the model again";

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

/// Types of metadata values.
enum Value : std::uint64_t { kText = 8, kArray = 9, kValues = 13 };
/// Bytes of a value of each type; 0 if it has a length of its own.
constexpr std::array<std::uint64_t, kValues> kValueBytes = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

/// What the metadata say about the layout of the file.
struct Layout {
  std::uint64_t alignment = 32;
  std::uint64_t parts = 1;
};

std::uint64_t value_type(ByteCursor& cursor) {
  const std::uint64_t type = cursor.number(4);
  if (type >= kValues)
    cursor.fail(
        fmt::format("is damaged: a metadata value before byte {} is of type {}, which GGUF "
                    "lacks{}",
                    cursor.at(), type, kRemedy));
  return type;
}

void skip_value(ByteCursor& cursor, std::uint64_t type, std::uint64_t depth);

void skip_array(ByteCursor& cursor, std::uint64_t depth) {
  if (depth > kDeepestArray)
    cursor.fail(fmt::format("has arrays in more than {} arrays in its metadata, at byte {}{}",
                            kDeepestArray, cursor.at(), kRemedy));
  const std::uint64_t type = value_type(cursor);
  const std::uint64_t count = cursor.number(8);
  if (const std::uint64_t each = kValueBytes[type]; each > 0) {
    std::uint64_t bytes = 0;
    const bool fits = !__builtin_mul_overflow(count, each, &bytes);
    return cursor.skip(fits ? bytes : std::numeric_limits<std::uint64_t>::max());
  }
  for (std::uint64_t i = 0; i < count; ++i) skip_value(cursor, type, depth + 1);
}

void skip_value(ByteCursor& cursor, std::uint64_t type, std::uint64_t depth) {
  if (type == kArray) return skip_array(cursor, depth);
  cursor.skip(type == kText ? cursor.number(8) : kValueBytes[type]);
}

/// The value of a key that must be an unsigned integer.
std::uint64_t unsigned_value(ByteCursor& cursor, const std::string& key, std::uint64_t type) {
  if (type != 0 && type != 2 && type != 4 && type != 10)
    cursor.fail("has no unsigned integer for the key " + in_quotes(key) + kRemedy);
  return cursor.number(static_cast<std::size_t>(kValueBytes[type]));
}

Layout read_metadata(ByteCursor& cursor, std::uint64_t keys) {
  Layout layout;
  for (std::uint64_t i = 0; i < keys; ++i) {
    const std::string key = cursor.text(cursor.number(8), kLongestText);
    const std::uint64_t type = value_type(cursor);
    if (key == "general.alignment") {
      layout.alignment = unsigned_value(cursor, key, type);
    } else if (key == "split.count") {
      layout.parts = unsigned_value(cursor, key, type);
    } else {
      skip_value(cursor, type, 1);
    }
  }
  if (!std::has_single_bit(layout.alignment) || layout.alignment > (std::uint64_t{1} << 31))
    cursor.fail(fmt::format("has general.alignment {}, which is no power of 2 of at most 2^31{}",
                            layout.alignment, kRemedy));
  return layout;
}

/// Reads the description of a tensor.  Its offset is still that in the data section.
StoredArray read_info(ByteCursor& cursor, const std::shared_ptr<InputFile>& file) {
  StoredArray array{.file = file, .name = cursor.text(cursor.number(8), kLongestText)};
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
  if (cursor.text(4, 4) != kMagic) cursor.fail("is no GGUF file; its first bytes are others");
  std::uint64_t version = cursor.number(4);
  const bool big = version % 65536 == 0;
  if (big) version = __builtin_bswap32(static_cast<std::uint32_t>(version));
  const ByteOrder order = big ? ByteOrder::big : ByteOrder::little;
  cursor.set_byte_order(order);
  if (version != 2 && version != 3)
    cursor.fail(fmt::format("is of version {} of GGUF; 2 and 3 are read{}", version, kRemedy));
  const std::uint64_t tensors = cursor.number(8);
  const Layout layout = read_metadata(cursor, cursor.number(8));
  std::vector<StoredArray> arrays;
  for (std::uint64_t i = 0; i < tensors; ++i) {
    arrays.push_back(read_info(cursor, file));
    arrays.back().byte_order = order;
  }
  place(arrays, cursor, layout.alignment);
  return {std::move(arrays), layout.parts};
}

/// The path of a part of a split model: `stem`, then -00002-of-00003.gguf.
std::string path_of(const std::string& stem, std::uint64_t part, std::uint64_t parts) {
  return fmt::format("{}-{:05}-of-{:05}.gguf", stem, part, parts);
}

/// What is before -00002-of-00003.gguf in a path; nullopt if the path does not end so.
std::optional<std::string> stem_of(const std::string& path, std::uint64_t parts) {
  const std::size_t ending = path_of("", 1, parts).size();
  if (parts > 99999 || path.size() < ending) return std::nullopt;
  const std::string stem = path.substr(0, path.size() - ending);
  for (std::uint64_t part = 1; part <= parts; ++part)
    if (path == path_of(stem, part, parts)) return stem;
  return std::nullopt;
}

/// Appends the tensors of the other parts.
void read_siblings(const InputFile& file, const std::string& path, std::uint64_t parts,
                   std::vector<StoredArray>& arrays) {
  const auto stem = stem_of(path, parts);
  if (!stem)
    file.fail(
        fmt::format("is one of {} files of a split model, and its name does not end in {} or "
                    "another number: give it its name again, beside the others",
                    parts, path_of("", 1, parts)));
  for (std::uint64_t part = 1; part <= parts; ++part) {
    const std::string other = path_of(*stem, part, parts);
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

bool begins_as_gguf(std::string_view begin) { return begin.starts_with(kMagic); }

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
