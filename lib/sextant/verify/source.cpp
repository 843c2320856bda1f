#include "sextant/verify/source.hpp"

#include <algorithm>
#include <memory>
#include <set>

namespace sextant::verify {

std::uint64_t Source::block() const {
  return std::max<std::uint64_t>(1, 65536 / std::max<std::size_t>(columns, 1));
}

Source whole(const Table& table, const Positions& positions) {
  Source source{.rows = table.rows(),
                .columns = static_cast<std::size_t>(table.columns()),
                .format = table.format(),
                .positions = positions,
                .read = {},
                .read_elements = {}};
  source.read = [table](std::uint64_t first, std::uint64_t count, std::span<double> values) {
    std::vector<std::uint64_t> bits(values.size());
    table.read_rows(first, count, bits);
    std::transform(bits.begin(), bits.end(), values.begin(),
                   [&](std::uint64_t pattern) { return table.number(pattern); });
  };
  if (table.storage().integers) return source;  // no patterns of a format
  source.read_elements = [table](std::uint64_t first, std::uint64_t count,
                                 std::span<std::byte> elements) {
    table.read_elements(first, count, elements);
  };
  return source;
}

Source sample(const Source& source, std::uint64_t wanted) {
  std::set<std::uint64_t> rows;
  if (source.rows <= wanted) wanted = source.rows;
  for (std::uint64_t k = 0; k < wanted / 2; ++k) rows.insert(k);
  rows.insert(source.rows - 1);
  for (std::uint64_t k = 0; rows.size() < wanted && k < 2 * wanted; ++k) {
    rows.insert(
        static_cast<std::uint64_t>(static_cast<double>(source.rows) * static_cast<double>(k) /
                                   static_cast<double>(2 * wanted)));
  }
  auto values = std::make_shared<std::vector<double>>(rows.size() * source.columns);
  std::vector<Position> positions;
  std::span<double> rest(*values);
  for (const std::uint64_t row : rows) {
    source.read(row, 1, rest.first(source.columns));
    rest = rest.subspan(source.columns);
    positions.push_back(source.positions[row]);
  }
  Source some{.rows = rows.size(),
              .columns = source.columns,
              .format = source.format,
              .positions = Positions::of(std::move(positions), source.positions.parts),
              .read = {},
              .read_elements = {}};
  some.read = [values, columns = source.columns](std::uint64_t first, std::uint64_t count,
                                                 std::span<double> out) {
    std::copy_n(values->begin() + static_cast<std::ptrdiff_t>(first * columns), count * columns,
                out.begin());
  };
  return some;
}

}  // namespace sextant::verify
