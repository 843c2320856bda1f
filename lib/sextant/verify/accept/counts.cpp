#include "sextant/verify/accept/counts.hpp"

#include <algorithm>

namespace sextant::verify {
namespace {

constexpr std::size_t kKeptPlaces = 8;

void keep(std::vector<Outside>& places, const Outside& place) {
  const auto later = [](const Outside& a, const Outside& b) {
    return a.row != b.row ? a.row < b.row : a.channel < b.channel;
  };
  places.insert(std::upper_bound(places.begin(), places.end(), place, later), place);
  if (places.size() > kKeptPlaces) places.pop_back();
}

}  // namespace

void Slack::merge(const Slack& other) {
  fraction = std::max(fraction, other.fraction);
  bound = std::max(bound, other.bound);
  error = std::max(error, other.error);
  positions = std::max(positions, other.positions);
}

void Count::add(const Slack& used, std::uint64_t row, std::size_t channel,
                const std::function<Outside()>& place) {
  if (used.fraction <= 1) return slack.merge(used);
  ++outside;
  if (places.size() < kKeptPlaces || row < places.back().row ||
      (row == places.back().row && channel < places.back().channel))
    keep(places, place());
}

void Count::merge(const Count& other) {
  outside += other.outside;
  slack.merge(other.slack);
  for (const Outside& place : other.places) keep(places, place);
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

std::uint64_t Counts::least_outside() const {
  std::uint64_t least = bounded.outside;
  for (const auto& column : columns) {
    if (column.empty()) continue;
    least += std::min_element(column.begin(), column.end(), [](const Count& a, const Count& b) {
               return a.outside < b.outside;
             })->outside;
  }
  return least;
}

Coverage Counts::settled() const {
  Count total = bounded;
  bool by_reproduction = false;
  for (const auto& column : columns) {
    if (column.empty()) continue;
    by_reproduction = true;
    total.merge(*std::min_element(column.begin(), column.end(), [](const Count& a, const Count& b) {
      return a.outside != b.outside ? a.outside < b.outside : a.slack.fraction < b.slack.fraction;
    }));
  }
  return {entries, total.outside, total.slack, by_reproduction, total.places};
}

}  // namespace sextant::verify
