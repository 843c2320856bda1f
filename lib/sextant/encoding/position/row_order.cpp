#include "sextant/encoding/position/row_order.hpp"

#include "sextant/encoding/real/error.hpp"

namespace sextant {

Positions positions(const RowOrder& order, std::uint64_t rows, std::optional<Position> first) {
  const auto last = static_cast<Position>(rows) - 1;
  if (order.direction == Direction::ascending)
    return Positions::from(first.value_or(order.first), rows);
  if (order.direction == Direction::centred && !first && rows % 2 == 0) {
    throw Error("rows from T - 1 down to -(T - 1) are an odd number, not " + std::to_string(rows));
  }
  const Position start = first.value_or(order.direction == Direction::centred ? last / 2 : last);
  if (start > kLargestPosition || start - last < -kLargestPosition)
    throw Error("rows from position " + to_text(start) + " down end beyond -2^63");
  return {start, rows, -1};
}

}  // namespace sextant
