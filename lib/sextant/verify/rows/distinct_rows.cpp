#include "sextant/verify/rows/distinct_rows.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>

namespace sextant::verify {
namespace {

/// The rows kept, by position.
using Kept = std::map<Position, std::vector<double>>;

/// Adds a row; false where another one of its position differs.
bool keep(Position position, std::span<const double> row, Kept& kept) {
  const auto [at, is_new] = kept.try_emplace(position, row.begin(), row.end());
  return is_new || std::memcmp(at->second.data(), row.data(), row.size_bytes()) == 0;
}

Positions positions_of(const Kept& kept, std::uint64_t parts) {
  const Position first = kept.begin()->first;
  const Position last = kept.rbegin()->first;
  if (last - first + 1 == static_cast<Position>(kept.size()))
    return {.first = first, .count = kept.size(), .step = 1, .listed = nullptr, .parts = parts};
  std::vector<Position> list;
  for (const auto& [position, row] : kept) list.push_back(position);
  return Positions::of(std::move(list), parts);
}

}  // namespace

std::optional<Source> distinct_rows(const Source& source) {
  Kept kept;
  std::vector<double> values;
  for (std::uint64_t first = 0; first < source.rows; first += source.block()) {
    const std::uint64_t count = std::min(source.block(), source.rows - first);
    values.resize(count * source.columns);
    source.read(first, count, values);
    for (std::uint64_t row = 0; row < count; ++row) {
      const auto at = std::span<const double>(values).subspan(row * source.columns, source.columns);
      if (!keep(source.positions[first + row], at, kept)) return std::nullopt;
    }
  }
  auto all = std::make_shared<std::vector<double>>();
  for (const auto& [position, row] : kept) all->insert(all->end(), row.begin(), row.end());
  Source found{.rows = kept.size(),
               .columns = source.columns,
               .format = source.format,
               .positions = positions_of(kept, source.positions.parts),
               .read = {},
               .read_elements = {}};
  found.read = [all, columns = source.columns](std::uint64_t first, std::uint64_t count,
                                               std::span<double> out) {
    std::copy_n(all->begin() + static_cast<std::ptrdiff_t>(first * columns), count * columns,
                out.begin());
  };
  return found;
}

}  // namespace sextant::verify
