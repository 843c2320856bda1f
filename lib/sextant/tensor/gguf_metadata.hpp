#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/encoding/real/rational.hpp"
#include "sextant/io/file.hpp"
#include "sextant/tensor/gguf_header.hpp"

namespace sextant {

/// A value of a GGUF file's metadata.  Which fields are set depends on its type.
struct GgufValue {
  GgufType type = GgufType::u32;
  /// A text as it is; an integer in decimal; `true` or `false`; of a floating-point number, the
  /// shortest decimal that its type rounds to it.  Empty for arrays.
  std::string text = {};
  /// The exact value of a number; a boolean is 0 or 1.  nullopt for other types, infinities, NaN.
  std::optional<Rational> number = {};
  GgufType element = GgufType::u32;  ///< the type of an array's entries
  std::uint64_t length = 0;          ///< the number of an array's entries
  /// The exact entries of an array.  Empty if it has texts, arrays, infinities or NaN, or is longer
  /// than kMostGgufNumbers.
  std::vector<Rational> numbers = {};
  bool kept = true;  ///< false for a text or array that is too long, or an array without numbers

  /// The value as messages show it: `text`, or an array as `[16, 24, 24]`, `[64 numbers]`.
  std::string shown() const;
};

/// Longer arrays and texts are skipped.
inline constexpr std::uint64_t kMostGgufNumbers = 65536;
inline constexpr std::uint64_t kLongestGgufText = std::uint64_t{1} << 20;

/// A key and its value.
struct GgufEntry {
  std::string key;
  GgufValue value;
};

/// The metadata of a GGUF file.
struct GgufMetadata {
  std::string file;                ///< as error lines name it
  std::vector<GgufEntry> entries;  ///< in the file's order

  /// The value of a key; nullptr if the file lacks it.
  const GgufValue* find(std::string_view key) const;
};

/// Reads the metadata of a GGUF file, whose path is `path`.  The metadata of a split model is in
/// its first part, which is opened if `file` is another part.  Throws Error, one line with the
/// remedy, for a damaged file, for a key that occurs twice, and for more than 65536 keys.
GgufMetadata read_gguf_metadata(const std::shared_ptr<InputFile>& file, const std::string& path);

}  // namespace sextant
