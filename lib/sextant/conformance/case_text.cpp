#include "sextant/conformance/case_text.hpp"

#include <iterator>

#include <fmt/format.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/number/text.hpp"

namespace sextant::conformance {
namespace {

constexpr int kMostDecimals = 64;  // 2⁻⁶³ has 63

bool fits(Position position) { return position < kLargestPosition; }

}  // namespace

std::string position_text(Position position, std::uint64_t parts) {
  if (parts == 1 && fits(position)) return std::to_string(static_cast<std::int64_t>(position));
  Rational value = to_rational(position) / Rational(Integer(parts));
  long decimals = 0;
  for (; !is_integer(value) && decimals < kMostDecimals; ++decimals) value *= 10;
  if (!is_integer(value)) return to_text(position, parts);
  std::string digits = Integer(abs(numerator(value))).str();
  const auto size = static_cast<std::size_t>(decimals);
  if (digits.size() <= size) digits.insert(0, size + 1 - digits.size(), '0');
  if (size > 0) digits.insert(digits.size() - size, ".");
  return (position < 0 ? "-" : "") + digits;
}

void append_line(const Case& asked, std::uint64_t parts, std::string& text) {
  if (parts == 1 && fits(asked.position))
    fmt::format_to(std::back_inserter(text), "{} {}\n", static_cast<std::int64_t>(asked.position),
                   asked.channel);
  else
    text += position_text(asked.position, parts) + ' ' + std::to_string(asked.channel) + '\n';
}

void append_record(const Case& asked, std::string& bytes) {
  const auto position = static_cast<std::uint64_t>(asked.position);
  for (const std::uint64_t field : {position, static_cast<std::uint64_t>(asked.channel)}) {
    for (int byte = 0; byte < 8; ++byte) bytes += static_cast<char>(field >> 8 * byte & 0xff);
  }
}

void expect_records(const Positions& positions) {
  if (positions.parts != 1) throw Error("--binary takes whole positions");
  for (const std::uint64_t row : {std::uint64_t{0}, positions.count - 1}) {
    if (!fits(positions[row])) throw Error("--binary: position 2^63 is beyond 64 bits");
  }
}

}  // namespace sextant::conformance
