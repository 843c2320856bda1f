#include "sextant/verify/rows/position_json.hpp"

namespace sextant::verify {

nlohmann::json position_json(Position position, std::uint64_t parts) {
  if (position % static_cast<Position>(parts) != 0) return to_text(position, parts);
  position /= static_cast<Position>(parts);
  if (position == kLargestPosition) return std::uint64_t{1} << 63;  // the unsigned kind
  return static_cast<std::int64_t>(position);
}

}  // namespace sextant::verify
