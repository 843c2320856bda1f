#include "sextant/tensor/protobuf_wire.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace sextant {
namespace {

[[noreturn]] void fail(const ByteCursor& cursor, const char* what) {
  cursor.fail(
      fmt::format("is damaged: {} before byte {}; save or copy it again", what, cursor.at()));
}

}  // namespace

std::uint64_t read_varint(ByteCursor& cursor, std::uint64_t end) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64 && cursor.at() < end; shift += 7) {
    const std::uint64_t byte = cursor.number(1);
    if (shift == 63 && byte > 1) break;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
  fail(cursor, "a number is cut or too long");
}

void each_field(ByteCursor& cursor, std::uint64_t end,
                const std::function<void(const WireField&)>& take) {
  while (cursor.at() < end) {
    const std::uint64_t tag = read_varint(cursor, end);
    WireField field{.number = tag >> 3, .delimited = (tag & 7) == 2};
    field.begin = cursor.at();
    switch (tag & 7) {
      case 0:
        field.value = read_varint(cursor, end);
        break;
      case 1:
        field.value = cursor.number(8);
        break;
      case 5:
        field.value = cursor.number(4);
        break;
      case 2: {
        const std::uint64_t length = read_varint(cursor, end);
        field.begin = cursor.at();
        if (length > end - std::min(end, field.begin))
          fail(cursor, "a field that is longer than its message begins");
        cursor.skip(length);
        break;
      }
      default:
        fail(cursor, "a field of an unknown kind begins");
    }
    field.end = cursor.at();
    if (field.end > end || field.number == 0) fail(cursor, "a field that is no field ends");
    if (field.delimited) cursor.seek(field.begin);
    take(field);
    cursor.seek(field.end);
  }
}

}  // namespace sextant
