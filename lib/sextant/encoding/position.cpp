#include "sextant/encoding/position.hpp"

#include <limits>
#include <utility>

#include "sextant/encoding/error.hpp"

namespace sextant {

Position to_position(const Rational& value) {
  if (!is_integer(value)) throw Error("position " + to_text(value) + " is not an integer");
  if (abs(numerator(value)) > Integer(std::uint64_t{1} << 63)) {
    throw Error("position " + to_text(value) + " is beyond ±2^63 = ±9223372036854775808");
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

  /// The parts that the first position and the step are counted in.
  Integer parts() const { return lcm(denominator(first), denominator(step)); }
  /// How many positions there are, of a step that leads from the first to the end.
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
    if (abs(one) > largest) throw Error("position " + to_text(one) + " is beyond ±2^63");
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
    if (count > std::numeric_limits<std::uint64_t>::max()) throw Error("these are 2^64 positions");
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
  Position end = count == 0 ? first : (*this)[count - 1] + step;
  const bool beyond = end > kLargestPosition || end < -kLargestPosition;
  if (beyond) end += (step > 0 ? 1 : -1) - step;  // any end between the last and the next will do
  const std::string range = to_text(first, parts) + ":" + to_text(end, parts);
  const std::string by = to_text(Position{step}, parts);
  return by == "1" ? range : range + ":" + by;
}

}  // namespace sextant
