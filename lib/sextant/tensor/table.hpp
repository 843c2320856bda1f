#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sextant/io/file.hpp"
#include "sextant/number/format.hpp"

namespace sextant {

enum class ByteOrder : unsigned char { little, big };
inline constexpr ByteOrder kNativeOrder =
    std::endian::native == std::endian::little ? ByteOrder::little : ByteOrder::big;

/// Converts a number between this machine's byte order and `order`, in either direction.
template <class Unsigned>
constexpr Unsigned in_order(ByteOrder order, Unsigned number) {
  if (order == kNativeOrder || sizeof number == 1) return number;
  if constexpr (sizeof number == 2) return __builtin_bswap16(number);
  if constexpr (sizeof number == 4) return __builtin_bswap32(number);
  if constexpr (sizeof number == 8) return __builtin_bswap64(number);
}

/// How the numbers of a table are stored in a file.
struct Storage {
  Format format;                     ///< one of 8, 16, 32 or 64 bits
  std::vector<std::uint64_t> shape;  ///< every axis of the file
  ByteOrder byte_order = ByteOrder::little;
  bool column_major = false;  ///< first axis fastest (Fortran order)
  std::uint64_t offset = 0;   ///< bytes before the first number
  bool integers = false;      ///< signed integers of the format's storage bits
  bool complex = false;       ///< the numbers are real and imaginary parts, in turn
};

/// A shape as Python writes it: (128, 96), (96,).
std::string shape_text(std::span<const std::uint64_t> shape);

/// The number of bytes of the numbers.  Throws Error if the shape is no table: no numbers, one
/// number, more than a file can hold, or more than two axes longer than 1.
std::uint64_t bytes_of(const InputFile& file, const Storage& storage);

/// A table in a file: rows × columns of bit patterns.  The numbers stay in the file, so that a
/// table takes little memory.  Copies are cheap and share the file.
class Table {
 public:
  /// A table of `storage`.  The file must have all of its bytes.  Throws Error as `bytes_of` does.
  Table(std::shared_ptr<const InputFile> file, Storage storage);

  const std::string& name() const { return file_->name(); }
  /// The format of the numbers; float64 for integers, because it holds all indices exactly.
  const Format& format() const { return storage_.integers ? kFloat64 : storage_.format; }
  /// The name of its type: the format's name, int32 or int64.
  std::string holds() const;
  /// The value of a bit pattern of the file.
  double number(std::uint64_t bits) const;
  const Storage& storage() const { return storage_; }

  /// The stored shape without axes of length 1: one or two lengths, after [L, n, 2] and [L, n, 2,
  /// 2] are read as rows of 2n and 4n numbers.  One length is a single row here, but the file may
  /// mean a single column: only the caller knows.
  std::span<const std::uint64_t> shape() const { return shape_; }
  std::uint64_t rows() const { return rows_; }
  std::uint64_t columns() const { return columns_; }

  /// The same table with rows and columns swapped.
  Table transposed() const;
  /// A table of the same rows and columns, whose numbers are stored in the other order: column by
  /// column instead of row by row, or the reverse.
  Table in_other_order() const;
  /// The same table with the bytes of every number reversed.
  Table swapped() const;

  /// How the numbers of a column are read.
  ///
  ///   negated    with the other sign
  ///   unbounded  as 10³⁰ if they are at least 10²⁹, infinity included
  enum class Reading : unsigned char { stored, negated, unbounded };
  /// The same table, whose columns are read like this.  `columns` has one entry for each column.
  Table read_as(std::vector<Reading> columns) const;

  /// Fills `bits` with the bit patterns of `count` rows from `first` on, row by row.  `bits` has
  /// count · columns() places.  Thread-safe.  In a column-major or transposed table each column is
  /// one read: then read many rows at once.
  void read_rows(std::uint64_t first, std::uint64_t count, std::span<std::uint64_t> bits) const;

  /// The same patterns in the format's width and this machine's byte order.  `elements` is aligned
  /// to such a number and has exactly the bytes of `count` rows.
  void read_elements(std::uint64_t first, std::uint64_t count, std::span<std::byte> elements) const;

 private:
  template <class Unsigned, class Wide>
  void read_stored(std::uint64_t first, std::uint64_t count, std::span<Wide> bits) const;
  template <class Unsigned, class Wide>
  void read(std::uint64_t first, std::uint64_t count, std::span<Wide> bits) const;

  std::shared_ptr<const InputFile> file_;
  Storage storage_;
  std::vector<std::uint64_t> shape_;
  std::uint64_t rows_ = 1;
  std::uint64_t columns_ = 1;
  bool column_major_ = false;
  std::vector<Reading> readings_ = {};  ///< of the columns; empty: as stored
};

}  // namespace sextant
