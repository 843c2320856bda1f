#include "sextant/verify/other_library.hpp"

#include <atomic>
#include <cmath>
#include <vector>

#include "sextant/exact/evaluate.hpp"
#include "sextant/measure/sweep.hpp"
#include "sextant/recipe/arithmetic.hpp"
#include "sextant/verify/granting.hpp"

namespace sextant::verify {

double by_other_library(const Waves& waves, const Format& compute) {
  const double size = std::abs(recipe::upward(waves.amplitude));
  return 3 * std::ldexp(1.0, 1 - compute.precision) * std::max(1.0, size);
}

namespace {

/// Entries that a bound decides about, and of these how many are beyond it.
struct Decided {
  std::uint64_t entries = 0, asked = 0, near = 0, beyond = 0;
  void merge(const Decided& other) {
    entries += other.entries, asked += other.asked;
    near += other.near, beyond += other.beyond;
  }
};

/// The same of all rows, or of as many as it takes to find one beyond what is granted besides.
Decided decided(const Source& source, const exact::Oracle& oracle, const Sound& sound) {
  const double more = by_other_library(oracle.waves(), sound.compute);
  const std::vector<Measure> measures = measures_of(oracle);
  std::atomic<bool> lost = false;
  const auto rows = [&](std::uint64_t first, std::uint64_t last, Decided& result) {
    std::vector<double> values(source.columns);
    for (std::uint64_t row = first; row < last && !lost; ++row) {
      source.read(row, 1, values);
      for (std::size_t j = 0; j < source.columns; ++j) {
        const Channel& c = oracle.chart().channels[j];
        if (!std::isfinite(values[j])) continue;
        ++result.entries;
        const double bound = sound.recipe->bound(row, j);
        if (granting(c.function, bound, measures[j].size) != By::bound) continue;
        ++result.asked;
        const auto truth = exact::near(oracle.ball(source.positions[row], c));
        const double error = std::abs(values[j] - truth.high - truth.low);
        const bool beyond = error - truth.radius > bound + (is_wave(c.function) ? more : 0);
        if (beyond) lost = true;
        result.beyond += beyond ? 1 : 0;
        result.near += error + truth.radius > bound ? 1 : 0;
      }
    }
  };
  return measure::sweep<Decided>(source.rows, source.block(), rows);
}

}  // namespace

bool covers_by_other_library(const Source& source, const exact::Oracle& oracle, const Sound& sound,
                             Ask ask) {
  // What is beyond is told before anything is reproduced, which takes most of the time.
  const Decided seen = decided(source, oracle, sound);
  if (seen.beyond > 0) return false;
  if (ask == Ask::decided && 4 * seen.asked >= seen.entries) return seen.asked > 0;
  return cover(source, oracle, *sound.recipe, sound.compute, {.patience = seen.near}).outside <=
         seen.near;
}

}  // namespace sextant::verify
