#include "sextant/verify/accept/other_library.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <set>
#include <vector>

#include "sextant/exact/evaluate.hpp"
#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"
#include "sextant/verify/accept/acceptance_criterion.hpp"
#include "sextant/verify/accept/counts.hpp"
#include "sextant/verify/accept/stored_bound.hpp"

namespace sextant::verify {

double by_other_library(double size, const Format& compute) {
  return 3 * std::ldexp(1.0, 1 - compute.precision) * size;
}

double by_other_library(const Violation& place, const Format& compute) {
  return by_other_library(std::abs(place.want) + place.bound, compute);
}

namespace {

/// Counts of all entries, of those with a bound that is not vacuous (`asked`), and of violations
/// among these (`beyond`).
struct Decided {
  std::uint64_t entries = 0, asked = 0;
  Count beyond;
  void merge(const Decided& other) {
    entries += other.entries, asked += other.asked;
    beyond.merge(other.beyond);
  }
};

/// Checks the entries whose bound is not vacuous.
Decided decided(const Source& source, const exact::Oracle& oracle, const Sound& sound,
                std::uint64_t patience) {
  const std::vector<Measure> measures = measures_of(oracle);
  std::atomic<std::uint64_t> lost = 0;
  const auto judge = [&](std::uint64_t row, std::size_t j, double got, Decided& result) {
    const Channel& c = oracle.chart().channels[j];
    ++result.entries;
    const Position p = source.positions[row];
    const auto truth = exact::near(oracle.ball(p, c));
    const StoredBound bound =
        stored_bound(*sound.recipe, sound.compute, source.format, row, j, got, truth.high);
    if (acceptance_criterion(c.function, bound.widest, size_at(measures[j], oracle, j, p)) !=
        AcceptanceCriterion::bound)
      return;
    ++result.asked;
    const double error = std::abs(got - truth.high - truth.low);
    if (error - truth.radius <= bound.total()) return;
    ++lost;
    result.beyond.add({.fraction = 2}, row, j, [&] {
      return Violation{row,
                       p,
                       j,
                       got,
                       oracle.nearest(source.format, p, c).value,
                       error,
                       bound.total(),
                       bound.storage,
                       bound.widest};
    });
  };
  const auto rows = [&](std::uint64_t first, std::uint64_t last, Decided& result) {
    for (std::uint64_t row = first; row < last && lost <= patience; ++row) {
      const std::vector<double> values = source.row(row);
      for (std::size_t j = 0; j < source.columns && lost <= patience; ++j)
        if (std::isfinite(values[j])) judge(row, j, values[j], result);
    }
  };
  return measure::sweep<Decided>(source.rows, source.block(), rows);
}

/// Whether the first or the last row has bounds that are not vacuous for at least three pairs, or
/// for all.  With fewer pairs, two parameters fit any table.
bool enough_pairs_decided(const Source& source, const exact::Oracle& oracle, const Sound& sound) {
  constexpr std::size_t kEnough = 3;
  const std::vector<Measure> measures = measures_of(oracle);
  const auto& channels = oracle.chart().channels;
  std::set<int> all, decided;
  for (std::size_t j = 0; j < channels.size(); ++j) {
    all.insert(channels[j].pair);
    for (const std::uint64_t row : {std::uint64_t{0}, source.rows - 1}) {
      const double bound = sound.recipe->bound(row, j);
      const double size = size_at(measures[j], oracle, j, source.positions[row]);
      if (acceptance_criterion(channels[j].function, bound, size) == AcceptanceCriterion::bound)
        decided.insert(channels[j].pair);
    }
  }
  return decided.size() >= std::min(all.size(), kEnough);
}

}  // namespace

BoundsResult check_decided_bounds(const Source& source, const exact::Oracle& oracle,
                                  const Sound& sound, std::uint64_t patience) {
  const Decided seen = decided(source, oracle, sound, patience);
  BoundsResult result{seen.asked, seen.beyond.violations, {}, false, seen.beyond.places};
  if (4 * seen.asked < seen.entries) result.violations = seen.entries;
  return result;
}

bool within_bounds(const Source& source, const exact::Oracle& oracle, const Sound& sound,
                   Strictness strictness) {
  // Bounds come first, because the same-arithmetic check takes most of the time.
  const Decided seen = decided(source, oracle, sound, 0);
  if (seen.beyond.violations > 0) return false;
  if (strictness == Strictness::decided && 4 * seen.asked >= seen.entries &&
      enough_pairs_decided(source, oracle, sound))
    return seen.asked > 0;
  return check_bounds(source, oracle, *sound.recipe, sound.compute, {.patience = 0}).whole();
}

}  // namespace sextant::verify
