#include "sextant/vectors/margin.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/encoding/real/error.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/number/round.hpp"
#include "sextant/recipe/catalogue/other_sines.hpp"
#include "sextant/vectors/odd.hpp"
#include "sextant/verify/accept/acceptance_criterion.hpp"
#include "sextant/verify/accept/bounds_check.hpp"

namespace sextant::vectors {
namespace {

constexpr int kDigits = 12;

std::vector<std::unique_ptr<recipe::Recipe>> recipes(const Chart& chart, const Format& compute,
                                                     const Positions& positions,
                                                     verify::Given given) {
  std::vector<std::unique_ptr<recipe::Recipe>> made;
  const recipe::ComputeFormats formats{compute, compute, {}};
  if (given != verify::Given::no) {
    made.push_back(recipe::make_given(chart, formats, positions, given == verify::Given::nearly));
    return made;
  }
  for (const recipe::Entry& entry : recipe::catalogue(chart)) {
    if (entry.sound && !entry.sequential && recipe::possible(entry.name, formats))
      made.push_back(recipe::make(entry.name, chart, formats, positions));
  }
  return made;
}

}  // namespace

Rational margin(const Rational& bound, const Rational& value, int bits) {
  const Rational exact = bound + abs(value) * power_of_two(1 - bits);
  return to_rational(round(Format::bits(kDigits), exact, Rounding::up));
}

RecipeMargins::RecipeMargins(const Chart& chart, const std::vector<Position>& positions,
                             verify::Given given)
    : chart_(chart), positions_(positions) {
  std::sort(positions_.begin(), positions_.end());
  positions_.erase(std::unique(positions_.begin(), positions_.end()), positions_.end());
  const Number size = exact::nearest(kFloat64, chart.waves.amplitude);
  amplitude_ = std::abs(to_double(size)) * (1 - 0x1p-52);
  const Positions listed = Positions::of(positions_);
  in_float32_ = recipes(chart_, kFloat32, listed, given);
  in_float64_ = recipes(chart_, kFloat64, listed, given);
}

std::optional<Rational> RecipeMargins::widest(const Recipes& recipes, std::size_t row,
                                              std::size_t channel, const Rational& value,
                                              int bits) const {
  const bool wave = is_wave(chart_.channels[channel].function);
  const double size = wave ? amplitude_ : std::abs(to_double(round(kFloat64, value)));
  const double limit = verify::kVacuous * size;
  std::optional<double> most;
  for (const auto& recipe : recipes) {
    const double bound = recipe->bound(row, channel);
    if (bound <= limit) most = std::max(most.value_or(0), bound);
  }
  if (!most) return std::nullopt;
  return margin(to_rational(from_double(*most)), value, bits);
}

Margins RecipeMargins::at(Position position, std::size_t channel, const Rational& value,
                          int bits) const {
  const auto found = std::lower_bound(positions_.begin(), positions_.end(), position);
  if (found == positions_.end() || *found != position)
    throw Error("position " + to_text(position) + " is not of the list");
  const auto row = static_cast<std::size_t>(found - positions_.begin());
  return {widest(in_float32_, row, channel, value, bits),
          widest(in_float64_, row, channel, value, bits)};
}

}  // namespace sextant::vectors
