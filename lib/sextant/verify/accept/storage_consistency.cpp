#include "sextant/verify/accept/storage_consistency.hpp"

#include <atomic>
#include <bit>
#include <cmath>
#include <vector>

#include "sextant/exact/evaluate.hpp"
#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/verify/accept/acceptance.hpp"
#include "sextant/verify/accept/stored_bound.hpp"

namespace sextant::verify {
namespace {

/// The recipes, one bit each, that do not explain some entry.
struct Lost {
  std::uint64_t recipes = 0;
  void merge(const Lost& other) { recipes |= other.recipes; }
};

/// Whether one of the recipes explains every entry that is 0 or subnormal in float16.  True for
/// formats with a wider range of exponents.  Without this check, any small value could have become
/// 0.
bool small_ones_kept(const Source& source, const exact::Oracle& oracle,
                     const std::vector<const Sound*>& recipes, const Progress& progress) {
  if (recipes.empty() || source.format.emin < kFloat32.emin / 2) return !recipes.empty();
  const double least = std::ldexp(1.0, source.format.emin);
  const auto& channels = oracle.chart().channels;
  const auto look = [&](std::uint64_t row, std::size_t j, double got, Lost& lost) {
    const Position p = source.positions[row];
    if (is_blank(channels[j], oracle.waves().zero_row, p)) return;
    const auto truth = exact::near(oracle.ball(p, channels[j]));
    const double error = std::abs(got - truth.high - truth.low) - truth.radius;
    for (std::size_t k = 0; k < recipes.size(); ++k) {
      if (error > stored_bound(*recipes[k]->recipe, source.format, row, j, got))
        lost.recipes |= std::uint64_t{1} << k;
    }
  };
  std::atomic<std::uint64_t> done = 0;
  const auto rows = [&](std::uint64_t first, std::uint64_t last, Lost& lost) {
    std::vector<double> values((last - first) * source.columns);
    source.read(first, last - first, values);
    const double* value = values.data();
    for (std::uint64_t row = first; row < last; ++row) {
      for (std::size_t j = 0; j < source.columns; ++j, ++value) {
        if (std::abs(*value) < least) look(row, j, *value, lost);
      }
    }
    done += last - first;
    report(progress, done, source.rows);
  };
  const Lost lost = measure::sweep<Lost>(source.rows, source.block(), rows);
  return std::popcount(lost.recipes) < static_cast<int>(recipes.size());
}

}  // namespace

bool consistent_with_storage(const Source& source, const exact::Oracle& oracle,
                             const recipe::ComputeFormats& formats, const measure::Witness& witness,
                             const Progress& progress) {
  const std::vector<Sound> recipes = sound_recipes(source, oracle.chart(), formats);
  std::vector<const Sound*> possible;
  for (const Sound& sound : recipes) {
    if (witness.error.absolute <=
        stored_bound(*sound.recipe, formats.store, witness.row, witness.channel, witness.got))
      possible.push_back(&sound);
  }
  return small_ones_kept(source, oracle, possible, progress);
}

bool keeps_small_ones(const Source& source, const exact::Oracle& oracle, const Chart& program,
                      const recipe::ComputeFormats& formats) {
  const std::vector<Sound> recipes = sound_recipes(source, program, formats);
  std::vector<const Sound*> all;
  for (const Sound& sound : recipes) all.push_back(&sound);
  return small_ones_kept(source, oracle, all, {});
}

}  // namespace sextant::verify
