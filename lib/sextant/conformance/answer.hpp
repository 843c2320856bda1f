#pragma once

#include <string_view>

#include "sextant/encoding/position/position.hpp"
#include "sextant/number/format.hpp"

namespace sextant::conformance {

/// A program's answer: the value of an entry.
struct Answer {
  Position position = 0;  ///< in 1/parts, as in the test request
  std::size_t channel = 0;
  double value = 0;
};

/// Reads `position channel value`, separated by spaces or tabs.  Throws Error for anything else.
Answer read_answer(std::string_view line, const Format& format, std::uint64_t parts);

/// A number of `format`: its bit pattern `0x…`; C99 hexadecimal such as `0x1.8p-3`, which must be
/// exactly that number; a decimal that reads back to it as a double, as Python prints them, or as a
/// number of `format`, as NumPy does; `nan` or `inf`.  Throws Error for anything else.
double read_value(std::string_view text, const Format& format);

/// Reads the record of an answer: the record of the case and 64 more bits, the lowest byte first,
/// with the bit pattern in the lowest bits.  Throws Error if the bits above the pattern are not 0.
Answer read_record(std::string_view bytes, const Format& format);
inline constexpr std::size_t kAnswerBytes = 24;

}  // namespace sextant::conformance
