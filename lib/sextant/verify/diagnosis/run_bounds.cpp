#include "sextant/verify/diagnosis/run_bounds.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/exact/evaluate.hpp"
#include "sextant/recipe/catalogue/other_sines.hpp"

namespace sextant::verify {

Chart of_pairs(Chart chart, bool amplified) {
  chart.channels.clear();
  chart.waves.zero_row.reset();
  if (!amplified) chart.waves.amplitude = 1;
  for (int pair = 0; pair < chart.waves.pairs(); ++pair) {
    chart.channels.push_back({Function::sine, pair});
    chart.channels.push_back({Function::cosine, pair});
  }
  return exact::settled(std::move(chart));
}

Chart without_origin(Chart chart) {
  chart.waves.origin = 0;
  chart.waves.phases.clear();
  return chart;
}

Complex wave(const exact::Oracle& oracle, Position p, int pair) {
  const auto both = oracle.pair(p, pair);
  const auto wide = [](const exact::Ball& ball) {
    const auto value = exact::near(ball);
    return static_cast<long double>(value.high) + static_cast<long double>(value.low);
  };
  return {wide(both.cosine), wide(both.sine)};
}

std::vector<Sound> sound_recipes(const Suspect& suspect, const Chart& program, const Format& store,
                                 const Positions& positions) {
  const recipe::ComputeFormats formats{suspect.formats.compute, store, {}};
  std::vector<Sound> found;
  if (suspect.given != Given::no) {
    found.push_back(
        {"given", formats.compute,
         recipe::make_given(program, formats, positions, suspect.given == Given::nearly)});
    return found;
  }
  Source rows;
  rows.positions = positions;
  return sound_recipes(rows, program, formats);
}

PairBounds::PairBounds(const Suspect& suspect, const Chart& program, Position at)
    : all_(sound_recipes(suspect, program, suspect.formats.compute,
                         {at, 1, 1, nullptr, program.waves.parts})) {}

double PairBounds::of(int pair) const {
  double most = 0x1p-60;  // where all of them are exact, too, there is a unit to measure by
  const auto sine = 2 * static_cast<std::size_t>(pair);
  for (const Sound& sound : all_)
    most =
        std::max(most, std::hypot(sound.recipe->bound(0, sine), sound.recipe->bound(0, sine + 1)));
  return most;
}

}  // namespace sextant::verify
