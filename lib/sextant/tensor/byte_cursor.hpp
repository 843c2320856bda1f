#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sextant/io/file.hpp"
#include "sextant/tensor/table.hpp"

namespace sextant {

/// Reads the fields of a binary file one after another, through a small buffer.  A length in the
/// file is compared with the file's length before memory is allocated for it.
class ByteCursor {
 public:
  /// Starts at byte `at`.  A pipe is copied to its end.
  explicit ByteCursor(InputFile& file, std::uint64_t at = 0);

  std::uint64_t at() const { return at_; }
  /// The length of the file in bytes.
  std::uint64_t end() const { return end_; }
  /// The order of the bytes of the numbers that follow; little-endian at first.
  void set_byte_order(ByteOrder order) { order_ = order; }

  /// The unsigned number in the next 1 to 8 bytes.
  std::uint64_t number(std::size_t bytes);
  /// The text in the next `bytes` bytes.  Throws Error if these are more than `most`.
  std::string text(std::uint64_t bytes, std::uint64_t most);
  void skip(std::uint64_t bytes);
  /// Continues at byte `at`, which must not be after the end.
  void seek(std::uint64_t at) { at_ = at; }

  /// Throws Error: "<file>: <what>".
  [[noreturn]] void fail(const std::string& what) const { file_.fail(what); }

 private:
  /// Throws Error if the file has fewer than this number of bytes left.
  void expect(std::uint64_t bytes) const;

  InputFile& file_;
  std::uint64_t at_;
  std::uint64_t end_;
  ByteOrder order_ = ByteOrder::little;
  std::vector<std::byte> buffer_;
  std::uint64_t buffered_at_ = 0;  ///< place of the buffer's first byte
};

}  // namespace sextant
