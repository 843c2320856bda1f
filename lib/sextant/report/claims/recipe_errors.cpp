#include "sextant/report/claims/recipe_errors.hpp"

#include <algorithm>

#include "sextant/measure/prefilter/sweep.hpp"

namespace sextant {
namespace {

constexpr std::uint64_t kRows = 1024;  ///< tried at once in a search

}  // namespace

RecipeErrors::RecipeErrors(const std::string& recipe, const Chart& chart,
                           const recipe::ComputeFormats& formats, std::uint64_t count)
    : oracle_(chart),
      meter_(oracle_, formats.store),
      count_(count),
      recipe_(recipe::make(recipe, chart, formats, Positions::from(0, count))) {}

std::vector<double> RecipeErrors::row(std::uint64_t position) const {
  std::vector<double> values(oracle_.chart().width());
  recipe_->row(position, values);
  return values;
}

RecipeErrors::Farthest RecipeErrors::over(std::uint64_t first, std::uint64_t count) const {
  const auto statistics = measure::sweep<measure::ErrorStatistics>(
      count, 16, [&](std::uint64_t begin, std::uint64_t end, measure::ErrorStatistics& result) {
        for (std::uint64_t at = first + begin; at < first + end; ++at)
          meter_.measure(at, static_cast<Position>(at), row(at), result);
      });
  return {statistics.absolute.value, statistics.absolute.witness.position};
}

std::optional<Position> RecipeErrors::first_beyond(double limit) const {
  for (std::uint64_t first = 0; first < count_; first += kRows) {
    const std::uint64_t rows = std::min(kRows, count_ - first);
    if (over(first, rows).error <= limit) continue;
    for (std::uint64_t at = first; at < first + rows; ++at) {
      if (over(at, 1).error > limit) return static_cast<Position>(at);
    }
  }
  return std::nullopt;
}

double RecipeErrors::bound(std::uint64_t position) const {
  double most = 0;
  for (std::size_t j = 0; j < oracle_.chart().width(); ++j)
    most = std::max(most, recipe_->bound(position, j));
  return most;
}

}  // namespace sextant
