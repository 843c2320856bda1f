#include "sextant/verify/storable.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sextant/exact/evaluate.hpp"
#include "sextant/measure/sweep.hpp"
#include "sextant/number/ulp.hpp"
#include "sextant/verify/grant.hpp"

namespace sextant::verify {

double stored_bound(const recipe::Recipe& recipe, const Format& store, std::uint64_t row,
                    std::size_t channel, double got) {
  const recipe::Terms terms = recipe.terms(row, channel);
  const bool known = terms.storage > 0 && std::isfinite(terms.storage) && std::isfinite(got);
  if (!known) return terms.total();
  double stored = std::ldexp(0.5, ulp_exponent(store, got));
  if (store.precision < kFloat32.precision)  // float64's numbers may come by float32's
    stored += std::ldexp(0.5, ulp_exponent(kFloat32, std::abs(got) + stored));
  return std::min(terms.total(), terms.total() - terms.storage * (1 - 0x1p-40) + stored);
}

namespace {

/// How many entries are seen to be something else than a recipe's value as it is stored.
struct Lost {
  std::uint64_t entries = 0;
  void merge(const Lost& other) { entries += other.entries; }
};

/// Whether a recipe's values may have become all entries that are no normal numbers of a narrow
/// format: what is 0 there may have been made of nothing else.
bool small_ones_kept(const Source& source, const exact::Oracle& oracle, const Sound& sound) {
  if (source.format.emin < kFloat32.emin / 2) return true;  // no wave is as small
  const double least = std::ldexp(1.0, source.format.emin);
  const auto& channels = oracle.chart().channels;
  const auto lost = [&](std::uint64_t row, std::size_t j, double got) {
    const Position p = source.positions[row];
    if (!(std::abs(got) < least) || is_blank(channels[j], oracle.waves().zero_row, p)) return false;
    const auto truth = exact::near(oracle.ball(p, channels[j]));
    const double error = std::abs(got - truth.high - truth.low) - truth.radius;
    return error > stored_bound(*sound.recipe, source.format, row, j, got);
  };
  const auto rows = [&](std::uint64_t first, std::uint64_t last, Lost& result) {
    std::vector<double> values((last - first) * source.columns);
    source.read(first, last - first, values);
    for (std::size_t k = 0; k < values.size(); ++k)
      result.entries += lost(first + k / source.columns, k % source.columns, values[k]) ? 1 : 0;
  };
  return measure::sweep<Lost>(source.rows, source.block(), rows).entries == 0;
}

}  // namespace

bool storable(const Source& source, const exact::Oracle& oracle, const recipe::Chain& chain,
              const measure::Witness& witness) {
  const std::vector<Sound> recipes = sound_recipes(source, oracle.chart(), chain);
  return std::any_of(recipes.begin(), recipes.end(), [&](const Sound& sound) {
    return witness.error.absolute <= stored_bound(*sound.recipe, chain.store, witness.row,
                                                  witness.channel, witness.got) &&
           small_ones_kept(source, oracle, sound);
  });
}

bool keeps_small_ones(const Source& source, const exact::Oracle& oracle, const Chart& program,
                      const recipe::Chain& chain) {
  const std::vector<Sound> recipes = sound_recipes(source, program, chain);
  return std::any_of(recipes.begin(), recipes.end(),
                     [&](const Sound& sound) { return small_ones_kept(source, oracle, sound); });
}

}  // namespace sextant::verify
