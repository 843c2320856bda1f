#include "sextant/measure/entry/histogram.hpp"

#include <numeric>

namespace sextant::measure {
namespace {

std::uint64_t sum(const ErrorClasses::Counts& counts, std::size_t from) {
  return std::accumulate(counts.begin() + static_cast<std::ptrdiff_t>(from), counts.end(),
                         std::uint64_t{0});
}

}  // namespace

Histogram::Histogram(const std::vector<ErrorClasses>& channels) {
  for (const ErrorClasses& spread : channels) channels_.push_back({sum(spread.steps, 0), spread});
}

ErrorClasses Histogram::channel(std::size_t channel) const {
  const auto& [entries, other] = channels_[channel];
  ErrorClasses spread = other;
  for (auto* counts : {&spread.steps, &spread.absolute})
    counts->front() = entries - sum(*counts, 1);
  return spread;
}

ErrorClasses Histogram::whole() const {
  ErrorClasses all;
  for (std::size_t j = 0; j < size(); ++j) all.merge(channel(j));
  return all;
}

void Histogram::see(const Joint& joint) {
  for (std::size_t j = 0; j < joint.channels(); ++j) {
    joint.for_each(j, [&](std::size_t steps, std::size_t units, std::uint64_t count) {
      see_classes(j, steps, units, count);
    });
  }
}

void Histogram::merge(const Histogram& other) {
  if (other.empty()) return;
  if (empty()) {
    *this = other;
    return;
  }
  for (std::size_t j = 0; j < size(); ++j) {
    channels_[j].entries += other.channels_[j].entries;
    channels_[j].other.merge(other.channels_[j].other);
  }
}

}  // namespace sextant::measure
