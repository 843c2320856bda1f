#include "sextant/verify/other_library.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sextant/exact/evaluate.hpp"
#include "sextant/recipe/arithmetic.hpp"
#include "sextant/verify/granting.hpp"

namespace sextant::verify {

double by_other_library(const Waves& waves, const Format& compute) {
  const double size = std::abs(recipe::upward(waves.amplitude));
  return 3 * std::ldexp(1.0, 1 - compute.precision) * std::max(1.0, size);
}

bool covers_by_other_library(const Source& source, const exact::Oracle& oracle,
                             const Sound& sound) {
  const double more = by_other_library(oracle.waves(), sound.compute);
  const std::vector<Measure> measures = measures_of(oracle);
  std::vector<double> values(source.columns);
  std::uint64_t near = 0;
  // What is beyond a bound, and beyond what is granted besides, is told before anything is
  // reproduced, which takes most of the time.
  for (std::uint64_t row = 0; row < source.rows; ++row) {
    source.read(row, 1, values);
    for (std::size_t j = 0; j < source.columns; ++j) {
      const Channel& c = oracle.chart().channels[j];
      if (!std::isfinite(values[j]) || !is_wave(c.function)) continue;
      const double bound = sound.recipe->bound(row, j);
      if (granting(c.function, bound, measures[j].size) != By::bound) continue;
      const auto truth = exact::near(oracle.ball(source.positions[row], c));
      const double error = std::abs(values[j] - truth.high - truth.low);
      if (error - truth.radius > bound + more) return false;
      near += error + truth.radius > bound ? 1 : 0;
    }
  }
  return cover(source, oracle, *sound.recipe, sound.compute, {.patience = near}).outside <= near;
}

}  // namespace sextant::verify
