#include "sextant/verify/candidate/recipe_rows.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/recipe/catalogue/other_sines.hpp"
#include "sextant/verify/candidate/candidate_positions.hpp"
#include "sextant/verify/observation/approximate.hpp"

namespace sextant::verify {
namespace {

constexpr std::size_t kMostColumns = 16;
// With rounded angles, neighbouring rows differ in few columns.
constexpr std::size_t kMostRounded = 128;
constexpr std::uint64_t kFewRows = 768;  // 256 rows, and as many beyond both ends

/// Returns columns for which the reference is uninformative at the first or last position.  With
/// rounded angles, all columns are used.  The result is thinned out to a maximum.
std::vector<std::size_t> undecided(const Claim& claim, const ApproximateReference& truth,
                                   const Positions& positions) {
  const bool rounded = claim.formats.intermediate.angle.has_value();
  std::vector<std::size_t> found;
  for (const std::size_t j : truth.columns()) {
    const Channel& c = truth.channel(j);
    if (rounded || !truth.entry(c, positions[0]) || !truth.entry(c, positions[positions.count - 1]))
      found.push_back(j);
  }
  const std::size_t most = rounded && positions.count <= kFewRows ? kMostRounded : kMostColumns;
  const std::size_t step = (found.size() + most - 1) / most;
  std::vector<std::size_t> some;
  for (std::size_t k = 0; k < found.size(); k += step) some.push_back(found[k]);
  return some;
}

}  // namespace

double recipe_rows_tolerance(const Claim& claim) {
  return std::abs(approximate(claim.chart.waves.amplitude)) *
         (std::ldexp(2.0, -claim.formats.store.precision) +
          std::ldexp(8.0, -claim.formats.compute.precision));
}

std::vector<std::unique_ptr<recipe::Recipe>> sound_recipes_of(const Claim& claim,
                                                              const Positions& positions) {
  std::vector<std::unique_ptr<recipe::Recipe>> makers;
  recipe::ComputeFormats formats = claim.formats;
  formats.intermediate.position.reset();
  if (!formats.intermediate.frequency) {
    for (const recipe::Entry& entry : recipe::catalogue(claim.chart)) {
      const bool same = recipe::computes_in(entry.name, formats) == formats.compute;
      if (entry.sound && same && possible(entry.name, formats))
        makers.push_back(recipe::make(entry.name, claim.chart, formats, positions));
    }
  }
  formats.intermediate.frequency.reset();  // the chart's frequencies include it
  makers.push_back(recipe::make_given(claim.chart, formats, positions, true));
  return makers;
}

RecipeRows::RecipeRows(const Claim& claim, const ApproximateReference& truth,
                       const Positions& positions)
    : claim_(claim),
      positions_(rounded(positions, as_claimed(claim, "")).value_or(positions)),
      columns_(undecided(claim, truth, positions)),
      within_(recipe_rows_tolerance(claim)) {
  claim_.chart.channels.clear();
  for (const std::size_t j : columns_) claim_.chart.channels.push_back(claim.chart.channels[j]);
}

std::span<const double> RecipeRows::made(std::size_t maker, std::uint64_t number) {
  auto& row = rows_[number * makers_.size() + maker];
  if (!row.empty()) return row;
  row.resize(columns_.size());
  makers_[maker]->row(number, row);
  return row;
}

double RecipeRows::unlike(std::span<const double> row, std::uint64_t number, double within) {
  if (columns_.empty()) return 0;
  if (makers_.empty()) {
    makers_ = sound_recipes_of(claim_, positions_);
    rows_.resize(makers_.size() * positions_.count);
  }
  std::size_t least = columns_.size();
  for (std::size_t maker = 0; maker < makers_.size(); ++maker) {
    const auto want = made(maker, number);
    std::size_t differ = 0;
    for (std::size_t k = 0; k < columns_.size() && differ < least; ++k)
      differ += std::abs(row[columns_[k]] - want[k]) <= within ? 0 : 1;
    least = std::min(least, differ);
  }
  return static_cast<double>(least) / static_cast<double>(columns_.size());
}

}  // namespace sextant::verify
