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

/// Vectors of a file, of shape […, positions, channels].  The table has two axes: the last one, and
/// one for all others together.
struct NpyVectors {
  Table table;
  std::vector<std::uint64_t> shape;  ///< as stored
};

/// An array in a file.  The reader of each file format returns such arrays.
struct StoredArray {
  std::shared_ptr<InputFile> file;
  std::optional<std::string> name = {};  ///< nullopt if the file is one array
  std::string dtype = {};                ///< as the file names it
  /// NumPy's name of the dtype, without a byte order: f4, u2, V2, c8; or bfloat16, float8_e4m3fn,
  /// float8_e5m2.
  std::string type = {};
  std::vector<std::uint64_t> shape = {};
  ByteOrder byte_order = ByteOrder::little;
  bool column_major = false;                ///< first axis fastest
  std::uint64_t offset = 0;                 ///< bytes before the first number
  std::optional<std::uint64_t> bytes = {};  ///< of the numbers; nullopt: up to the end of the file
  /// Returns a file with the numbers if `file` holds them compressed; else null.
  std::function<std::shared_ptr<InputFile>()> unpack = nullptr;
  std::string unreadable = {};             ///< why the array cannot be read; else empty
  std::string format_option = "--format";  ///< the option that sets the format

  /// Throws Error: "<file>: tensor '<name>' <what>", or "<file>: <what>" without a name.
  [[noreturn]] void fail(const std::string& what) const;
};

/// Whether an array holds complex numbers.  Its table and its vectors hold real numbers, twice as
/// many in the last axis: real part, imaginary part, …, which are cos, sin, … of a freqs_cis.
bool is_complex(const StoredArray& array);

/// The table of an array. open_npy explains `given` and `integers`.  Throws Error as open_npy does.
/// The shape is compared with the number of bytes before anything is unpacked.
Table table_of(const StoredArray& array, const std::optional<Format>& given = {},
               bool integers = false);

/// The vectors of an array, as open_npy_vectors returns them.
NpyVectors vectors_of(const StoredArray& array, const std::optional<Format>& given = {},
                      const std::optional<Format>& of_patterns = {});

/// Sorts arrays of one file or model by name.  Throws Error if two have the same name.
void sort_by_name(std::vector<StoredArray>& arrays);

/// StoredArray::type of numbers that are rounded in blocks, which NumPy cannot name.
inline constexpr std::string_view kTypeInBlocks = "blocks";

/// The remedy in messages about tables of integers.
inline constexpr std::string_view kRemedyForIntegers =
    "buckets and indices are judged as such: --encoding t5 --part buckets (or deberta), --encoding "
    "swin --part index (or shaw, deberta)";

/// Whether the type and the shape of an array allow a table, or vectors.
bool may_be_table(const StoredArray& array, bool integers);
bool may_be_vectors(const StoredArray& array);

/// Throws Error unless the file ends at byte offset + bytes.  This sum must not exceed the largest
/// size of a file.  The message says that `what` needs these bytes.
void expect_end(InputFile& file, std::uint64_t offset, std::uint64_t bytes,
                const std::string& what);

}  // namespace sextant
