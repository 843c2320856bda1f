#include "sextant/verify/rows/distinct_rows.hpp"

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
  const bool alike = every_row(source, [&](std::uint64_t number, std::span<const double> row) {
    const auto [at, is_new] = kept.try_emplace(source.positions[number], row.begin(), row.end());
    return is_new || std::memcmp(at->second.data(), row.data(), row.size_bytes()) == 0;
  });
  if (!alike) return std::nullopt;
  std::vector<Position> positions;
  const auto all = std::make_shared<std::vector<double>>();
  for (const auto& [position, row] : kept) {
    positions.push_back(position);
    all->insert(all->end(), row.begin(), row.end());
  }
  Source found = source;
  found.rows = kept.size();
  found.positions = positions_of(positions, source.positions.parts);
  return in_memory(std::move(found), all);
}

}  // namespace sextant::verify
