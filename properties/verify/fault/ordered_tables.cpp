#include "verify/fault/ordered_tables.hpp"

#include <numeric>

namespace sextant {

Rows in_order(Rows rows, const std::vector<std::uint64_t>& order) {
  Rows other{rows.format, rows.columns, {}};
  for (const std::uint64_t row : order) {
    for (std::uint64_t j = 0; j < rows.columns; ++j) other.values.push_back(rows.at(row, j));
  }
  return other;
}

Rows with_columns(const Rows& rows, const std::vector<std::uint64_t>& order) {
  Rows other = rows;
  for (std::size_t k = 0; k < rows.values.size(); ++k)
    other.values[k] = rows.values[k - k % rows.columns + order[k % rows.columns]];
  return other;
}

std::vector<std::uint64_t> counted(std::uint64_t count) {
  std::vector<std::uint64_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

std::vector<std::uint64_t> without(std::uint64_t count, std::uint64_t from, std::uint64_t missing) {
  std::vector<std::uint64_t> order = counted(count);
  for (std::uint64_t row = from; row < count; ++row) order[row] += missing;
  return order;
}

Rows made_in_order(Program made, std::uint64_t more, const std::vector<std::uint64_t>& order) {
  made.positions.count += more;
  return in_order(rows_of(made), order);
}

}  // namespace sextant
