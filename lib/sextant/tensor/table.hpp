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

/// A number whose bytes lie in this machine's order, with its bytes in `order`; and back.
template <class Unsigned>
constexpr Unsigned in_order(ByteOrder order, Unsigned number) {
  if (order == kNativeOrder) return number;
  if constexpr (sizeof number == 2) return __builtin_bswap16(number);
  if constexpr (sizeof number == 4) return __builtin_bswap32(number);
  if constexpr (sizeof number == 8) return __builtin_bswap64(number);
}

/// How the numbers of a table lie in a file.
struct Storage {
  Format format;                     ///< float16, bfloat16, float32 or float64
  std::vector<std::uint64_t> shape;  ///< as stated, every axis
  ByteOrder byte_order = ByteOrder::little;
  bool column_major = false;  ///< first axis fastest, as Fortran has it
  std::uint64_t offset = 0;   ///< bytes before the first number
  bool integers = false;      ///< signed ones, as wide as the format's patterns
};

/// A shape as Python writes it: (128, 96), (96,).
std::string shape_text(std::span<const std::uint64_t> shape);

/// How many bytes the numbers take; throws Error where the shape is no table: no numbers, more than
/// a file can hold, one number, or more than two axes longer than 1.
std::uint64_t bytes_of(const InputFile& file, const Storage& storage);

/// A table in a file: rows × columns of bit patterns, read where they lie.  Copies are cheap, and
/// share the file; a table takes no memory for its numbers.
class Table {
 public:
  /// A table of `storage`, all of whose bytes `file` has; throws Error as `bytes_of` does.
  Table(std::shared_ptr<const InputFile> file, Storage storage);

  const std::string& name() const { return file_->name(); }
  /// The format of its numbers; of integers float64, which holds those that indices are.
  const Format& format() const { return storage_.integers ? kFloat64 : storage_.format; }
  /// What it holds: the format's name, or int32 or int64.
  std::string holds() const;
  /// The number that a bit pattern of the file is.
  double number(std::uint64_t bits) const;
  const Storage& storage() const { return storage_; }

  /// The stored shape without axes of length 1: one length or two.  One means a single row here,
  /// of as many columns; which of the two it is in truth, only the reader's question can say.
  std::span<const std::uint64_t> shape() const { return shape_; }
  std::uint64_t rows() const { return rows_; }
  std::uint64_t columns() const { return columns_; }

  /// The same table, with rows for columns.
  Table transposed() const;
  /// The same table, the bytes of every number the other way round.
  Table swapped() const;

  /// The bit patterns of `count` rows from `first` on, row by row, whatever the order in the file;
  /// `bits` has count · columns() places.  For any number of threads.  Where a column's numbers lie
  /// together (column-major, or transposed), each column is one read: ask for many rows at once.
  void read_rows(std::uint64_t first, std::uint64_t count, std::span<std::uint64_t> bits) const;

  /// The same patterns in their own width and this machine's order of bytes; `elements` is aligned
  /// to such a number and has exactly the bytes of `count` rows.
  void read_elements(std::uint64_t first, std::uint64_t count, std::span<std::byte> elements) const;

 private:
  template <class Unsigned, class Wide>
  void read_as(std::uint64_t first, std::uint64_t count, std::span<Wide> bits) const;

  std::shared_ptr<const InputFile> file_;
  Storage storage_;
  std::vector<std::uint64_t> shape_;
  std::uint64_t rows_ = 1;
  std::uint64_t columns_ = 1;
  bool column_major_ = false;
};

}  // namespace sextant
