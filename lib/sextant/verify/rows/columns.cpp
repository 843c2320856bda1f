#include "sextant/verify/rows/columns.hpp"

namespace sextant::verify {

Source columns_of(const Source& whole, const std::vector<std::size_t>& columns,
                  const Positions& positions) {
  Source some{whole.rows, columns.size(), whole.format, positions, {}};
  some.read = [read = whole.read, width = whole.columns, columns](
                  std::uint64_t first, std::uint64_t count, std::span<double> values) {
    std::vector<double> rows(count * width);
    read(first, count, rows);
    for (std::uint64_t row = 0; row < count; ++row) {
      for (std::size_t j = 0; j < columns.size(); ++j)
        values[row * columns.size() + j] = rows[row * width + columns[j]];
    }
  };
  return some;
}

}  // namespace sextant::verify
