#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/io/file.hpp"
#include "sextant/number/format.hpp"
#include "sextant/tensor/table.hpp"

namespace sextant {

/// A file of vectors: […, positions, channels], all axes but the last taken for one.
struct NpyVectors {
  Table table;
  std::vector<std::uint64_t> shape;  ///< as stored
};

/// An array as it lies in a file: what the reader of every kind of file comes to.
struct StoredArray {
  std::shared_ptr<InputFile> file;
  std::optional<std::string> name = {};  ///< nothing where the file is one array
  std::string dtype;                     ///< in the file's own words
  /// The same in NumPy's, without an order of bytes: f4, u2, V2; bfloat16 where it is that.
  std::string type;
  std::vector<std::uint64_t> shape = {};
  ByteOrder byte_order = ByteOrder::little;
  bool column_major = false;                ///< first axis fastest
  std::uint64_t offset = 0;                 ///< bytes before the first number
  std::optional<std::uint64_t> bytes = {};  ///< of its numbers; nothing: as far as the file goes
  /// Another file for `file`, where the numbers do not lie in it as they are.
  std::function<std::shared_ptr<InputFile>()> unpack = nullptr;
  std::string unreadable = {};             ///< why nothing of this is known; empty where it is
  std::string format_option = "--format";  ///< what says the format of its numbers

  /// Throws Error: "<file>: tensor '<name>' <what>", or "<file>: <what>" without a name.
  [[noreturn]] void fail(const std::string& what) const;
};

/// Its table.  Throws Error as open_npy does, which explains `given` and `integers`; nothing is
/// unpacked before the shape agrees with how many bytes there are.
Table table_of(const StoredArray& array, const std::optional<Format>& given = {},
               bool integers = false);

/// Its vectors, as open_npy_vectors has them.
NpyVectors vectors_of(const StoredArray& array, const std::optional<Format>& given = {},
                      const std::optional<Format>& of_patterns = {});

/// How integers come to be judged.
inline constexpr std::string_view kRemedyForIntegers =
    "buckets and indices are judged as such: --encoding t5 --part buckets (or deberta), --encoding "
    "swin --part index (or shaw, deberta)";

/// Whether there is a table, or vectors, in it by its type and shape.
bool may_be_table(const StoredArray& array, bool integers);
bool may_be_vectors(const StoredArray& array);

/// Throws Error unless the file ends where `bytes` bytes from `offset` on do; these must be no more
/// than a file can hold.  `what` needs them.
void expect_end(InputFile& file, std::uint64_t offset, std::uint64_t bytes,
                const std::string& what);

}  // namespace sextant
