#include "sextant/verify/diagnosis/row_index.hpp"

#include <algorithm>
#include <numbers>

namespace sextant::verify {

ApproximateRowIndex::ApproximateRowIndex(const RoughTruth& truth, std::int64_t first,
                                         std::int64_t last,
                                         const std::function<Position(std::int64_t)>& position) {
  const auto at_ends = [&](std::size_t j) {
    const auto here = truth.entry(truth.channel(j), position(first));
    const auto there = truth.entry(truth.channel(j), position(last - 1));
    if (!here || !there) return std::optional<double>();
    return std::optional(std::max(here->within, there->within));
  };
  const Position length = position(last - 1) - position(first);
  const auto turns = [&](std::size_t j) {
    return truth.step(j) * std::abs(static_cast<double>(length)) >= 2 * std::numbers::pi;
  };
  for (const std::size_t j : truth.columns()) {  // the fastest first
    if (column_ && !turns(j)) break;
    const auto within = at_ends(j);
    if (!within) continue;
    column_ = j, within_ = *within;
  }
  if (!column_) return;
  for (std::int64_t row = first; row < last; ++row) {
    if (const auto entry = truth.entry(truth.channel(*column_), position(row)))
      places_.emplace_back(entry->want, row);
  }
  std::sort(places_.begin(), places_.end());
}

}  // namespace sextant::verify
