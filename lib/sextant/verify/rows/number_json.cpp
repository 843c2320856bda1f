#include "sextant/verify/rows/number_json.hpp"

#include <nlohmann/json.hpp>

#include "sextant/number/text.hpp"

namespace sextant::verify {

nlohmann::json number_json(const Format& format, double value) {
  const Number number = from_double(value);
  return {{"bits", bits_text(format, number)},
          {"hex", hex_text(number)},
          {"decimal", shortest_decimal(format, number)}};
}

nlohmann::json position_json(Position position, std::uint64_t parts) {
  if (position % static_cast<Position>(parts) != 0) return to_text(position, parts);
  position /= static_cast<Position>(parts);
  if (position == kLargestPosition) return std::uint64_t{1} << 63;  // needs an unsigned integer
  return static_cast<std::int64_t>(position);
}

}  // namespace sextant::verify
