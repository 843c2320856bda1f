#include "sextant/verify/rows/source.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

namespace sextant::verify {
namespace {

constexpr std::uint64_t kHeldNumbers = std::uint64_t{1} << 22;  // of 8 bytes each

/// Returns a function that reads rows in memory.
auto reading(std::shared_ptr<const std::vector<double>> values, std::size_t columns) {
  return [values = std::move(values), columns](std::uint64_t first, std::uint64_t count,
                                               std::span<double> out) {
    std::copy_n(values->begin() + static_cast<std::ptrdiff_t>(first * columns), count * columns,
                out.begin());
  };
}

}  // namespace

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
  if (table.storage().integers) return source;  // integers have no bit patterns of a format
  source.read_elements = [table](std::uint64_t first, std::uint64_t count,
                                 std::span<std::byte> elements) {
    table.read_elements(first, count, elements);
  };
  return source;
}

Source held(const Source& source) {
  if (source.rows * source.columns > kHeldNumbers) return source;
  auto values = std::make_shared<std::vector<double>>(source.rows * source.columns);
  source.read(0, source.rows, *values);
  Source all = source;
  all.read = reading(std::move(values), source.columns);
  return all;
}

std::optional<Source> at(Source source, std::optional<Positions> positions) {
  if (!positions) return std::nullopt;
  source.positions = *std::move(positions);
  return source;
}

Source beginning(Source source, std::uint64_t rows) {
  source.rows = rows = std::min(source.rows, rows);
  Positions& positions = source.positions;
  if (positions.listed) {
    const auto& list = *positions.listed;
    positions = Positions::of({list.begin(), list.begin() + static_cast<std::ptrdiff_t>(rows)},
                              positions.parts);
  } else {
    positions.count = rows;
  }
  source.read_elements = nullptr;
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
  some.read = reading(std::move(values), source.columns);
  return some;
}

}  // namespace sextant::verify
