#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sextant/tensor/byte_cursor.hpp"

namespace sextant {

/// Types of metadata values, by GGUF's numbers.
enum class GgufType : unsigned char {
  u8,
  i8,
  u16,
  i16,
  u32,
  i32,
  f32,
  boolean,
  text,
  array,
  u64,
  i64,
  f64
};

/// The bytes of a number or boolean; 0 for texts and arrays, whose length is in the file.
std::uint64_t bytes_of(GgufType type);

/// The remedy in messages about damaged files.
inline constexpr const char* kGgufRemedy = "; convert or copy the model again";

/// The longest key and name, by the format's document.
inline constexpr std::uint64_t kLongestGgufName = 65535;

/// The first fields of a GGUF file.
struct GgufHead {
  ByteOrder order = ByteOrder::little;
  std::uint64_t tensors = 0;  ///< as the file says
  std::uint64_t values = 0;   ///< metadata values, as the file says
};

/// Reads the first fields, and sets the cursor's byte order.  Throws Error if the file is not GGUF,
/// or of another version than 2 and 3.
GgufHead read_gguf_head(ByteCursor& cursor);

/// Reads the type of a metadata value.  Throws Error for a number that stands for no type.
GgufType read_gguf_type(ByteCursor& cursor);

/// Calls `take` for each of `values` metadata values, with the cursor at the value.  `take` may
/// read any part of it.  At the end the cursor is after the last value.  Throws Error for a damaged
/// value.
void each_gguf_value(ByteCursor& cursor, std::uint64_t values,
                     const std::function<void(const std::string& key, GgufType type)>& take);

/// Reads the value of `key`, an unsigned integer.  Throws Error if it is of another type.
std::uint64_t unsigned_gguf_value(ByteCursor& cursor, const std::string& key, GgufType type);

/// The paths of all parts of a split model, from the path of one part: `NAME-00002-of-00003.gguf`.
/// Throws Error if `path` does not end like this.
std::vector<std::string> gguf_part_paths(const InputFile& file, const std::string& path,
                                         std::uint64_t parts);

}  // namespace sextant
