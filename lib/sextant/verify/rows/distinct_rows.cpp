#include "sextant/verify/rows/distinct_rows.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <vector>

namespace sextant::verify {
namespace {

Positions positions_of(const std::vector<Position>& list, std::uint64_t parts) {
  const auto count = static_cast<Position>(list.size());
  if (list.back() - list.front() + 1 == count)
    return {.first = list.front(), .count = list.size(), .parts = parts};
  return Positions::of(list, parts);
}

}  // namespace

std::optional<Source> distinct_rows(const Source& source) {
  std::map<Position, std::vector<double>> kept;
  std::vector<double> values;
  for (std::uint64_t first = 0; first < source.rows; first += source.block()) {
    const std::uint64_t count = std::min(source.block(), source.rows - first);
    values.resize(count * source.columns);
    source.read(first, count, values);
    for (std::uint64_t k = 0; k < count; ++k) {
      const auto row = std::span(values).subspan(k * source.columns, source.columns);
      const auto [at, is_new] =
          kept.try_emplace(source.positions[first + k], row.begin(), row.end());
      if (!is_new && std::memcmp(at->second.data(), row.data(), row.size_bytes()) != 0)
        return std::nullopt;
    }
  }
  std::vector<Position> positions;
  const auto all = std::make_shared<std::vector<double>>();
  for (const auto& [position, row] : kept) {
    positions.push_back(position);
    all->insert(all->end(), row.begin(), row.end());
  }
  Source found = source;
  found.rows = kept.size();
  found.positions = positions_of(positions, source.positions.parts);
  found.read_elements = nullptr;
  found.read = [all, columns = source.columns](std::uint64_t first, std::uint64_t count,
                                               std::span<double> out) {
    std::copy_n(all->begin() + static_cast<std::ptrdiff_t>(first * columns), count * columns,
                out.begin());
  };
  return found;
}

}  // namespace sextant::verify
