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

std::string to_text(Position position) { return to_text(to_rational(position)); }

Positions Positions::parse(std::string_view text) {
  const auto fail = [text](const std::string& why) -> Error {
    return Error("'" + std::string(text) + "' is no range of positions: " + why +
                 " (write A:B or A:B:STEP, half-open)");
  };
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) throw fail("there is no ':'");
  const auto second = text.find(':', colon + 1);
  const Position first = parse_position(text.substr(0, colon));
  const Position end = parse_position(
      text.substr(colon + 1, second == std::string_view::npos ? second : second - colon - 1));
  const Position step =
      second == std::string_view::npos ? 1 : parse_position(text.substr(second + 1));
  if (step == 0 || step >= kLargestPosition || step <= -kLargestPosition) {
    throw fail("the step must be a non-zero number below 2^63");
  }
  if (step > 0 ? first >= end : first <= end) throw fail("the range is empty");
  const Position size = step > 0 ? step : -step;
  const Position span = step > 0 ? end - first : first - end;
  const Position count = (span + size - 1) / size;
  if (count > std::numeric_limits<std::uint64_t>::max()) throw fail("these are 2^64 positions");
  return {first, static_cast<std::uint64_t>(count), static_cast<std::int64_t>(step)};
}

Positions Positions::from(Position first, std::uint64_t count) {
  if (count > 0 && first + static_cast<Position>(count - 1) > kLargestPosition) {
    throw Error("rows from position " + to_text(first) + " on end beyond 2^63");
  }
  return {first, count, 1};
}

Positions Positions::of(std::vector<Position> positions) {
  if (positions.empty()) throw Error("the list of positions is empty");
  const auto count = positions.size();
  auto listed = std::make_shared<const std::vector<Position>>(std::move(positions));
  return {listed->front(), count, 1, std::move(listed)};
}

std::string Positions::text() const {
  if (listed) return std::to_string(count) + " listed positions";
  Position end = count == 0 ? first : (*this)[count - 1] + step;
  const bool beyond = end > kLargestPosition || end < -kLargestPosition;
  if (beyond) end += (step > 0 ? 1 : -1) - step;  // any end between the last and the next will do
  const std::string range = to_text(first) + ":" + to_text(end);
  return step == 1 ? range : range + ":" + to_text(Position{step});
}

}  // namespace sextant
