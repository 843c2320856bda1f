#pragma once

#include <cstdint>
#include <functional>

#include "sextant/tensor/byte_cursor.hpp"

namespace sextant {

/// A field of a message in the wire format of Protocol Buffers.
struct WireField {
  std::uint64_t number = 0;
  bool delimited = false;   ///< a text, bytes, a message or packed numbers: `begin` to `end`
  std::uint64_t value = 0;  ///< of another field, as an unsigned integer
  std::uint64_t begin = 0, end = 0;  ///< the bytes of the value
};

/// A number of variable length.  Throws Error if it has more than 64 bits, or ends after `end`.
std::uint64_t read_varint(ByteCursor& cursor, std::uint64_t end);

/// Calls `take` for each field from the cursor's place to `end`, where the message ends.  Bytes
/// that `take` does not read are skipped.  Throws Error, with the place, for a damaged message.
void each_field(ByteCursor& cursor, std::uint64_t end,
                const std::function<void(const WireField&)>& take);

}  // namespace sextant
