#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sextant/verify/diagnosis/rough_truth.hpp"

namespace sextant::verify {

/// Rows of a claim found by the value of one of their columns.
class ApproximateRowIndex {
 public:
  /// Of the rows [first, last), by the slowest column that turns once on the way.
  ApproximateRowIndex(const RoughTruth& truth, std::int64_t first, std::int64_t last,
                      const std::function<Position(std::int64_t)>& position);

  /// Visits the rows that the column leaves open; false where it says nothing.
  template <class Visit>
  bool visit(std::span<const double> row, Visit&& visit) const;

 private:
  using Place = std::pair<double, std::int64_t>;

  std::optional<std::size_t> column_;
  double within_ = 0;  ///< the most that is allowed for
  std::vector<Place> places_;
};

template <class Visit>
bool ApproximateRowIndex::visit(std::span<const double> row, Visit&& visit) const {
  if (!column_) return false;
  const double value = row[*column_];
  const Place least{value - within_, INT64_MIN};
  for (auto place = std::lower_bound(places_.begin(), places_.end(), least);
       place != places_.end() && place->first <= value + within_; ++place)
    visit(place->second);
  return true;
}

}  // namespace sextant::verify
