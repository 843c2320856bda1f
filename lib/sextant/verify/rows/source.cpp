#include "sextant/verify/rows/source.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

namespace sextant::verify {
namespace {

constexpr std::uint64_t kHeldNumbers = std::uint64_t{1} << 22;  // of 8 bytes each

}  // namespace

std::vector<double> Source::row(std::uint64_t number) const {
  std::vector<double> entries(columns);
  read(number, 1, entries);
  return entries;
}

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

bool every_row(const Source& source, const VisitRow& visit) {
  for (std::uint64_t first = 0; first < source.rows; first += source.block())
    if (!every_row(source, first, std::min(first + source.block(), source.rows), visit))
      return false;
  return true;
}

bool every_row(const Source& source, std::uint64_t first, std::uint64_t last,
               const VisitRow& visit) {
  std::vector<double> values((last - first) * source.columns);
  source.read(first, last - first, values);
  for (std::uint64_t row = first; row < last; ++row)
    if (!visit(row, std::span(values).subspan((row - first) * source.columns, source.columns)))
      return false;
  return true;
}

std::vector<double> entries_of(const Source& source, const std::vector<std::uint64_t>& rows) {
  std::vector<double> values(rows.size() * source.columns);
  for (std::size_t k = 0; k < rows.size(); ++k)
    source.read(rows[k], 1, std::span(values).subspan(k * source.columns, source.columns));
  return values;
}

Source replaced(const Source& source,
                std::function<double(std::uint64_t row, std::size_t column, double entry)> change) {
  Source result = source;
  result.read_elements = nullptr;
  result.read = [source, change = std::move(change)](std::uint64_t first, std::uint64_t count,
                                                     std::span<double> values) {
    source.read(first, count, values);
    for (std::size_t k = 0; k < values.size(); ++k)
      values[k] = change(first + k / source.columns, k % source.columns, values[k]);
  };
  return result;
}

Source in_memory(Source source, std::shared_ptr<const std::vector<double>> values) {
  source.read_elements = nullptr;
  source.read = [values = std::move(values), columns = source.columns](
                    std::uint64_t first, std::uint64_t count, std::span<double> out) {
    std::copy_n(values->begin() + static_cast<std::ptrdiff_t>(first * columns), count * columns,
                out.begin());
  };
  return source;
}

Source held(const Source& source) {
  if (source.rows * source.columns > kHeldNumbers) return source;
  auto values = std::make_shared<std::vector<double>>(source.rows * source.columns);
  source.read(0, source.rows, *values);
  Source all = in_memory(source, std::move(values));
  all.read_elements = source.read_elements;
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
  const std::vector<std::uint64_t> numbers(rows.begin(), rows.end());
  std::vector<Position> positions;
  for (const std::uint64_t row : numbers) positions.push_back(source.positions[row]);
  Source some = source;
  some.rows = numbers.size();
  some.positions = Positions::of(std::move(positions), source.positions.parts);
  return in_memory(std::move(some),
                   std::make_shared<const std::vector<double>>(entries_of(source, numbers)));
}

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
