#include "sextant/tensor/gguf_header.hpp"

#include <array>
#include <limits>

#include <fmt/core.h>

namespace sextant {
namespace {

constexpr std::string_view kMagic = "GGUF";
constexpr std::uint64_t kDeepestArray = 16;
constexpr std::uint64_t kMostParts = 99999;  // the names have five digits

constexpr std::array<std::uint64_t, 13> kBytes = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

void skip_value(ByteCursor& cursor, GgufType type, std::uint64_t depth);

void skip_array(ByteCursor& cursor, std::uint64_t depth) {
  if (depth > kDeepestArray)
    cursor.fail(fmt::format("has arrays in more than {} arrays in its metadata, at byte {}{}",
                            kDeepestArray, cursor.at(), kGgufRemedy));
  const GgufType type = read_gguf_type(cursor);
  const std::uint64_t count = cursor.number(8);
  if (const std::uint64_t each = bytes_of(type); each > 0) {
    std::uint64_t bytes = 0;
    const bool fits = !__builtin_mul_overflow(count, each, &bytes);
    return cursor.skip(fits ? bytes : std::numeric_limits<std::uint64_t>::max());
  }
  for (std::uint64_t i = 0; i < count; ++i) skip_value(cursor, type, depth + 1);
}

void skip_value(ByteCursor& cursor, GgufType type, std::uint64_t depth) {
  if (type == GgufType::array) return skip_array(cursor, depth);
  cursor.skip(type == GgufType::text ? cursor.number(8) : bytes_of(type));
}

/// The path of a part of a split model: `stem`, then -00002-of-00003.gguf.
std::string path_of(const std::string& stem, std::uint64_t part, std::uint64_t parts) {
  return fmt::format("{}-{:05}-of-{:05}.gguf", stem, part, parts);
}

}  // namespace

std::uint64_t bytes_of(GgufType type) { return kBytes[static_cast<std::size_t>(type)]; }

GgufHead read_gguf_head(ByteCursor& cursor) {
  if (cursor.text(4, 4) != kMagic) cursor.fail("is no GGUF file; its first bytes are others");
  std::uint64_t version = cursor.number(4);
  const bool big = version % 65536 == 0;
  if (big) version = __builtin_bswap32(static_cast<std::uint32_t>(version));
  GgufHead head{.order = big ? ByteOrder::big : ByteOrder::little};
  cursor.set_byte_order(head.order);
  if (version != 2 && version != 3)
    cursor.fail(fmt::format("is of version {} of GGUF; 2 and 3 are read{}", version, kGgufRemedy));
  head.tensors = cursor.number(8);
  head.values = cursor.number(8);
  return head;
}

GgufType read_gguf_type(ByteCursor& cursor) {
  const std::uint64_t type = cursor.number(4);
  if (type >= kBytes.size())
    cursor.fail(
        fmt::format("is damaged: a metadata value before byte {} is of type {}, which GGUF "
                    "lacks{}",
                    cursor.at(), type, kGgufRemedy));
  return static_cast<GgufType>(type);
}

void each_gguf_value(ByteCursor& cursor, std::uint64_t values,
                     const std::function<void(const std::string&, GgufType)>& take) {
  for (std::uint64_t i = 0; i < values; ++i) {
    const std::string key = cursor.text(cursor.number(8), kLongestGgufName);
    const GgufType type = read_gguf_type(cursor);
    const std::uint64_t begin = cursor.at();
    skip_value(cursor, type, 1);
    const std::uint64_t end = cursor.at();
    cursor.seek(begin);
    take(key, type);
    cursor.seek(end);
  }
}

std::uint64_t unsigned_gguf_value(ByteCursor& cursor, const std::string& key, GgufType type) {
  if (type != GgufType::u8 && type != GgufType::u16 && type != GgufType::u32 &&
      type != GgufType::u64)
    cursor.fail("has no unsigned integer for the key " + in_quotes(key) + kGgufRemedy);
  return cursor.number(static_cast<std::size_t>(bytes_of(type)));
}

std::vector<std::string> gguf_part_paths(const InputFile& file, const std::string& path,
                                         std::uint64_t parts) {
  const std::size_t ending = path_of("", 1, parts).size();
  if (parts <= kMostParts && path.size() >= ending) {
    const std::string stem = path.substr(0, path.size() - ending);
    std::vector<std::string> paths;
    bool found = false;
    for (std::uint64_t part = 1; part <= parts; ++part) {
      paths.push_back(path_of(stem, part, parts));
      found |= paths.back() == path;
    }
    if (found) return paths;
  }
  file.fail(
      fmt::format("is one of {} files of a split model, and its name does not end in {} or "
                  "another number: give it its name again, beside the others",
                  parts, path_of("", 1, parts)));
}

}  // namespace sextant
