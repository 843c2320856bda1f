#include "sextant/tensor/byte_cursor.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include <fmt/core.h>

namespace sextant {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 14;

}  // namespace

ByteCursor::ByteCursor(InputFile& file, std::uint64_t at)
    : file_(file),
      at_(at),
      end_(file.available(static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))) {}

void ByteCursor::expect(std::uint64_t bytes) const {
  if (bytes > end_ - at_)
    fail(
        fmt::format("is truncated or damaged: byte {} begins a field of {} bytes, and the file "
                    "has {}; save or copy it again",
                    at_, bytes, end_));
}

std::uint64_t ByteCursor::number(std::size_t bytes) {
  expect(bytes);
  if (at_ < buffered_at_ || at_ + bytes > buffered_at_ + buffer_.size()) {
    buffer_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, end_ - at_)));
    buffered_at_ = at_;
    file_.read_at(at_, buffer_);
  }
  const auto from = static_cast<std::size_t>(at_ - buffered_at_);
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i) {
    const std::size_t next = order_ == ByteOrder::big ? i : bytes - 1 - i;
    value = value << 8 | static_cast<std::uint64_t>(buffer_[from + next]);
  }
  at_ += bytes;
  return value;
}

std::string ByteCursor::text(std::uint64_t bytes, std::uint64_t most) {
  if (bytes > most)
    fail(
        fmt::format("is damaged: before byte {}, a text says that it has {} bytes; at most {} are "
                    "read; save or copy it again",
                    at_, bytes, most));
  expect(bytes);
  std::string result(static_cast<std::size_t>(bytes), '\0');
  file_.read_at(at_, std::as_writable_bytes(std::span(result)));
  at_ += bytes;
  return result;
}

void ByteCursor::skip(std::uint64_t bytes) {
  expect(bytes);
  at_ += bytes;
}

}  // namespace sextant
