#include "sextant/verify/accept/counts.hpp"

#include <algorithm>

namespace sextant::verify {
namespace {

constexpr std::size_t kKeptPlaces = 8;

void keep(std::vector<Violation>& places, const Violation& place) {
  const auto later = [](const Violation& a, const Violation& b) {
    return a.row != b.row ? a.row < b.row : a.channel < b.channel;
  };
  places.insert(std::upper_bound(places.begin(), places.end(), place, later), place);
  if (places.size() > kKeptPlaces) places.pop_back();
}

}  // namespace

void Margin::merge(const Margin& other) {
  fraction = std::max(fraction, other.fraction);
  bound = std::max(bound, other.bound);
  error = std::max(error, other.error);
  positions = std::max(positions, other.positions);
}

void Count::add(const Margin& used, std::uint64_t row, std::size_t channel,
                const std::function<Violation()>& place) {
  if (used.fraction <= 1) return margin.merge(used);
  ++violations;
  if (places.size() < kKeptPlaces || row < places.back().row ||
      (row == places.back().row && channel < places.back().channel))
    keep(places, place());
}

void Count::merge(const Count& other) {
  violations += other.violations;
  margin.merge(other.margin);
  for (const Violation& place : other.places) keep(places, place);
}

void Counts::merge(const Counts& other) {
  entries += other.entries;
  bounded.merge(other.bounded);
  columns.resize(std::max(columns.size(), other.columns.size()));
  for (std::size_t j = 0; j < other.columns.size(); ++j) {
    columns[j].resize(std::max(columns[j].size(), other.columns[j].size()));
    for (std::size_t k = 0; k < other.columns[j].size(); ++k)
      columns[j][k].merge(other.columns[j][k]);
  }
}

std::uint64_t Counts::least_violations() const {
  std::uint64_t least = bounded.violations;
  for (const auto& column : columns) {
    if (column.empty()) continue;
    least += std::min_element(column.begin(), column.end(), [](const Count& a, const Count& b) {
               return a.violations < b.violations;
             })->violations;
  }
  return least;
}

BoundsResult Counts::settled() const {
  Count total = bounded;
  bool by_same_arithmetic = false;
  for (const auto& column : columns) {
    if (column.empty()) continue;
    by_same_arithmetic = true;
    total.merge(*std::min_element(column.begin(), column.end(), [](const Count& a, const Count& b) {
      return a.violations != b.violations ? a.violations < b.violations
                                          : a.margin.fraction < b.margin.fraction;
    }));
  }
  return {entries, total.violations, total.margin, by_same_arithmetic, total.places};
}

}  // namespace sextant::verify
