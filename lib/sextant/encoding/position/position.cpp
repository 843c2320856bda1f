#include "sextant/encoding/position/position.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/real/readable.hpp"

namespace sextant {

Position to_position(const Rational& value) {
  if (!is_integer(value)) throw Error("position " + readable(value) + " is not an integer");
  if (abs(numerator(value)) > Integer(std::uint64_t{1} << 63)) {
    throw Error("position " + readable(value) + " is beyond ±2^63 = ±9223372036854775808");
  }
  const auto size = static_cast<std::uint64_t>(Integer(abs(numerator(value))));
  return value < 0 ? -static_cast<Position>(size) : static_cast<Position>(size);
}

Position parse_position(std::string_view text) {
  const Rational value = parse_rational(text);
  if (!is_integer(value)) throw Error("position '" + std::string(text) + "' is not an integer");
  return to_position(value);
}

Rational to_rational(Position position) {
  const Integer size = magnitude(position);
  return Rational(position < 0 ? Integer(-size) : size);
}

std::string to_text(Position position, std::uint64_t parts) {
  return to_text(Rational(to_rational(position) / Rational(Integer(parts))));
}

namespace {

/// The ends and the step of a range, as written.
struct Range {
  Rational first, end, step = 1;

  /// The smallest D with which first·D and step·D are integers.
  Integer parts() const { return lcm(denominator(first), denominator(step)); }
  /// The number of positions.  The step must lead from the first towards the end.
  Integer count() const {
    const Rational steps = (end - first) / step;
    return (numerator(steps) + denominator(steps) - 1) / denominator(steps);
  }
};

Range read_range(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) throw Error("there is no ':'");
  const auto second = text.find(':', colon + 1);
  const auto end =
      text.substr(colon + 1, second == std::string_view::npos ? second : second - colon - 1);
  Range range{parse_rational(text.substr(0, colon)), parse_rational(end)};
  if (second != std::string_view::npos) range.step = parse_rational(text.substr(second + 1));
  const Rational largest = to_rational(kLargestPosition);
  for (const Rational& one : {range.first, range.end}) {
    if (abs(one) > largest) throw Error("position " + readable(one) + " is beyond ±2^63");
  }
  if (range.step == 0 || abs(range.step) >= largest)
    throw Error("the step must be a non-zero number below 2^63");
  if (range.step > 0 ? range.first >= range.end : range.first <= range.end)
    throw Error("the range is empty");
  return range;
}

}  // namespace

Positions Positions::parse(std::string_view text) {
  try {
    const Range range = read_range(text);
    const Integer parts = range.parts();
    const Integer count = range.count();
    const Rational largest = to_rational(kLargestPosition);
    const Rational last = range.first + range.step * Rational(count - 1);
    if (count > std::numeric_limits<std::uint64_t>::max())
      throw Error("these are 2^64 positions or more");
    for (const Rational& one : {range.first, last, range.step}) {
      if (abs(one) * Rational(parts) > largest || parts >= numerator(largest))
        throw Error("counted in parts of 1/" + parts.str() + " they reach beyond 2^63");
    }
    const Rational whole(parts);
    return {to_position(range.first * whole), static_cast<std::uint64_t>(count),
            static_cast<std::int64_t>(to_position(range.step * whole)), nullptr,
            static_cast<std::uint64_t>(parts)};
  } catch (const Error& error) {
    throw Error("'" + std::string(text) + "' is no range of positions: " + error.what() +
                " (write A:B or A:B:STEP, half-open)");
  }
}

namespace {

constexpr std::string_view kFloats = "float32:";

/// The bits of the least float32 number ≥ `least`.  Bits of positive numbers are in the order of
/// the numbers.
std::uint32_t bits_from(const Rational& least) {
  auto value = static_cast<float>(static_cast<double>(least));  // or one beside it
  while (Rational(value) < least) value = std::nextafter(value, HUGE_VALF);
  while (Rational(std::nextafter(value, 0.0F)) >= least) value = std::nextafter(value, 0.0F);
  return std::bit_cast<std::uint32_t>(value);
}

Positions floats(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) throw Error("there is no second ':'");
  const Rational from = parse_rational(text.substr(0, colon));
  const Rational to = parse_rational(text.substr(colon + 1));
  if (from < power_of_two(-39) || to > power_of_two(63))
    throw Error("the first must be 2^-39 at least, and the end 2^63 at most");
  const std::uint32_t first = bits_from(from), end = bits_from(to);
  if (first >= end) throw Error("the range is empty");
  const int exponent = static_cast<int>(first >> 23) - 127;
  if (exponent > 23)
    throw Error(
        "the first must be below 2^24: from there on they are integers, as A:B:STEP has them");
  if (((end - 1) >> 23) - (first >> 23) >= 40)
    throw Error("they are of more than 40 powers of two: sweep them in two parts");
  Positions positions;
  positions.first = (std::uint32_t{1} << 23) | (first & 0x7fffff);
  positions.count = end - first;
  positions.parts = std::uint64_t{1} << (23 - exponent);
  positions.float32 = true;
  return positions;
}

}  // namespace

Positions Positions::parse_any(std::string_view text) {
  if (!text.starts_with(kFloats)) return parse(text);
  try {
    return floats(text.substr(kFloats.size()));
  } catch (const Error& error) {
    throw Error("'" + std::string(text) + "' is no range of float32's numbers: " + error.what() +
                " (write float32:A:B, half-open)");
  }
}

Positions Positions::from(Position first, std::uint64_t count) {
  if (count > 0 && first + static_cast<Position>(count - 1) > kLargestPosition) {
    throw Error("rows from position " + to_text(first) + " on end beyond 2^63");
  }
  return {first, count, 1};
}

Positions Positions::of(std::vector<Position> positions, std::uint64_t parts) {
  if (positions.empty()) throw Error("the list of positions is empty");
  const auto count = positions.size();
  auto listed = std::make_shared<const std::vector<Position>>(std::move(positions));
  return {listed->front(), count, 1, std::move(listed), parts};
}

std::string Positions::text() const {
  if (listed) return std::to_string(count) + " listed positions";
  if (float32) {
    const Position end = (*this)[count - 1] + step_at(count - 1);
    return std::string(kFloats) + to_text(first, parts) + ":" + to_text(end, parts);
  }
  Position end = count == 0 ? first : (*this)[count - 1] + step;
  const bool beyond = end > kLargestPosition || end < -kLargestPosition;
  if (beyond) end += (step > 0 ? 1 : -1) - step;  // any end between the last and the next will do
  const std::string range = to_text(first, parts) + ":" + to_text(end, parts);
  const std::string by = to_text(Position{step}, parts);
  return by == "1" ? range : range + ":" + by;
}

}  // namespace sextant
