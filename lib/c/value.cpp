#include <algorithm>
#include <cstring>

#include "c/guard.hpp"
#include "c/place.hpp"
#include "sextant/c/table.h"
#include "sextant/encoding/real/error.hpp"
#include "sextant/exact/reference.hpp"
#include "sextant/exact/undecided.hpp"
#include "sextant/number/text.hpp"

namespace sextant::c {
namespace {

constexpr int kDefaultDigits = 20;
constexpr int kMostDigits = 100000;

/// The two's complement bits of an integer, in `bytes` bytes.
std::uint64_t bits_of_integer(const Place& place, std::size_t bytes) {
  if (!place.chart.integral())
    throw Error("this part holds no integers: ask for a format of floating point");
  const Rational value = *exact::rational_value(place.chart.waves, place.position, place.channel);
  const auto pattern = static_cast<std::uint64_t>(to_position(value));
  return bytes == 4 ? pattern & 0xFFFFFFFF : pattern;
}

std::uint64_t bits_of(const Place& place, const Element& element) {
  if (element.integers) return bits_of_integer(place, element.bytes());
  const exact::NearestNumber nearest =
      exact::nearest(element.format, place.chart.waves, place.position, place.channel);
  if (!nearest.decided)
    throw exact::Undecided("the value is too near to a rounding boundary of " +
                           element.format.name() + " to be decided");
  return static_cast<std::uint64_t>(encode(element.format, nearest.number));
}

std::string decimal_of(const Place& place, int digits) {
  if (digits < 0 || digits > kMostDigits)
    throw Error(std::to_string(digits) + " digits are not one of 1 ... 100000");
  if (digits == 0 && place.chart.integral())
    return to_text(*exact::rational_value(place.chart.waves, place.position, place.channel));
  return exact::decimal(place.chart.waves, place.position, place.channel,
                        digits == 0 ? kDefaultDigits : digits);
}

/// Copies a text with its zero byte to a buffer of the caller.
void give(const std::string& text, char* buffer, std::size_t size, std::size_t* needed) {
  const std::size_t bytes = text.size() + 1;
  if (needed != nullptr) *needed = bytes;
  if (size < bytes)
    throw Refused(SEXTANT_TOO_SMALL, "the text takes " + std::to_string(bytes) + " bytes, not " +
                                         std::to_string(size));
  std::memcpy(&expect(buffer, "buffer"), text.c_str(), bytes);
}

}  // namespace
}  // namespace sextant::c

using namespace sextant;  // of a file of functions that C calls

extern "C" {

sextant_status sextant_value_bits(const sextant_encoding* encoding, sextant_part part,
                                  const char* position, size_t channel, sextant_format format,
                                  uint64_t* bits) {
  return c::guarded(__func__, [&] {
    c::expect(bits, "bits") = 0;
    const c::Element element = c::element_of(format);
    *bits = c::bits_of(c::place_of(encoding, part, position, channel), element);
  });
}

sextant_status sextant_value_decimal(const sextant_encoding* encoding, sextant_part part,
                                     const char* position, size_t channel, int digits, char* buffer,
                                     size_t size, size_t* needed) {
  return c::guarded(__func__, [&] {
    if (needed != nullptr) *needed = 0;
    if (size > 0) (void)c::expect(buffer, "buffer");
    c::give(c::decimal_of(c::place_of(encoding, part, position, channel), digits), buffer, size,
            needed);
  });
}
}
