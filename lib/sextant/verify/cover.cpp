#include "sextant/verify/cover.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "sextant/measure/rows.hpp"
#include "sextant/measure/sweep.hpp"
#include "sextant/number/soft.hpp"
#include "sextant/number/ulp.hpp"

namespace sextant::verify {
namespace {

constexpr std::size_t kKeptPlaces = 8;

void keep(std::vector<Outside>& places, const Outside& place) {
  const auto later = [](const Outside& a, const Outside& b) {
    return a.row != b.row ? a.row < b.row : a.channel < b.channel;
  };
  places.insert(std::upper_bound(places.begin(), places.end(), place, later), place);
  if (places.size() > kKeptPlaces) places.pop_back();
}

/// Entries counted against one factor of a column, or against the bound.
struct Count {
  std::uint64_t outside = 0;
  double fraction = 0;
  std::vector<Outside> places;

  void add(double used, const Outside& place) {
    if (used <= 1) {
      fraction = std::max(fraction, used);
    } else {
      ++outside;
      keep(places, place);
    }
  }
  void merge(const Count& other) {
    outside += other.outside;
    fraction = std::max(fraction, other.fraction);
    for (const Outside& place : other.places) keep(places, place);
  }
};

/// What the rows seen so far amount to; an empty one is the identity of merging.
struct Counts {
  std::uint64_t entries = 0;
  Count bounded;
  std::vector<std::vector<Count>> columns;  ///< by channel, then candidate; empty: none asked

  void merge(const Counts& other) {
    entries += other.entries;
    bounded.merge(other.bounded);
    columns.resize(std::max(columns.size(), other.columns.size()));
    for (std::size_t j = 0; j < other.columns.size(); ++j) {
      columns[j].resize(std::max(columns[j].size(), other.columns[j].size()));
      for (std::size_t k = 0; k < other.columns[j].size(); ++k)
        columns[j][k].merge(other.columns[j][k]);
    }
  }
};

/// Judges entries by reproduction: |y − A·f(â)| against n ulps of f(â) in the format computed in,
/// the roundings of an amplitude, and half an ulp of a narrower storage.      verdict.md, (2)
class Reproduction {
 public:
  Reproduction(const Source& source, const exact::Oracle& oracle, const recipe::Recipe& recipe,
               const Format& compute)
      : source_(source),
        oracle_(oracle),
        recipe_(recipe),
        compute_(compute),
        amplitude_(std::abs(static_cast<double>(oracle.waves().amplitude))) {
    for (int pair = 0; pair < oracle.waves().pairs(); ++pair)
      candidates_.push_back(recipe.candidates(pair));
  }

  /// Whether a bound proves nothing.  Values of a small amplitude need a smaller one; frequencies
  /// are no waves, and their bounds are relative.
  bool needed(std::size_t channel, double bound) const {
    return bound > kVacuous * std::min(1.0, amplitude_) &&
           oracle_.chart().channels[channel].function != Function::frequency;
  }

  void judge(std::uint64_t row, std::size_t channel, double got, const Outside& place,
             Counts& counts) const {
    const Channel& c = oracle_.chart().channels[channel];
    const auto& factors = candidates_[static_cast<std::size_t>(c.pair)];
    if (factors.empty()) return counts.bounded.add(std::numeric_limits<double>::infinity(), place);
    counts.columns.resize(oracle_.chart().width());
    counts.columns[channel].resize(factors.size());
    for (std::size_t k = 0; k < factors.size(); ++k) {
      counts.columns[channel][k].add(used(recipe_.angle(row, factors[k]), c.function, got), place);
    }
  }

 private:
  double used(double angle, Function function, double got) const {
    const Soft<160> exact_angle(angle);
    const Soft<160> wave = function == Function::sine ? sin(exact_angle) : cos(exact_angle);
    const Soft<160> value = wave * Soft<160>(static_cast<double>(oracle_.waves().amplitude));
    const auto size = static_cast<double>(value);
    const double difference = std::abs(static_cast<double>(Soft<160>(got) - value));
    double allowed = recipe::kLibm.trig *
                     std::ldexp(amplitude_, ulp_exponent(compute_, static_cast<double>(wave)));
    if (amplitude_ != 1) allowed += std::ldexp(2.0 * std::abs(size), -compute_.precision);
    if (source_.format != compute_) allowed += std::ldexp(0.5, ulp_exponent(source_.format, size));
    return allowed > 0 ? difference / allowed : (difference == 0 ? 0.0 : 2.0);
  }

  const Source& source_;
  const exact::Oracle& oracle_;
  const recipe::Recipe& recipe_;
  Format compute_;
  double amplitude_;
  std::vector<std::vector<double>> candidates_;
};

/// Every column takes the factor that leaves the fewest entries outside.
Coverage settle(const Counts& counts) {
  Count total = counts.bounded;
  bool by_reproduction = false;
  for (const auto& column : counts.columns) {
    if (column.empty()) continue;
    by_reproduction = true;
    total.merge(*std::min_element(column.begin(), column.end(), [](const Count& a, const Count& b) {
      return a.outside != b.outside ? a.outside < b.outside : a.fraction < b.fraction;
    }));
  }
  return {counts.entries, total.outside, total.fraction, by_reproduction, total.places};
}

}  // namespace

Coverage cover(const Source& source, const exact::Oracle& oracle, const recipe::Recipe& recipe,
               const Format& compute, const Progress& progress) {
  const measure::RowGauge gauge(oracle, source.format);
  const Reproduction reproduction(source, oracle, recipe, compute);
  std::atomic<std::uint64_t> done = 0;
  const auto counts = measure::sweep<Counts>(
      source.rows, source.block(), [&](std::uint64_t first, std::uint64_t last, Counts& result) {
        std::vector<double> values((last - first) * source.columns);
        source.read(first, last - first, values);
        measure::Tally ignored;
        for (std::uint64_t row = first; row < last; ++row) {
          const std::span<const double> got =
              std::span(values).subspan((row - first) * source.columns, source.columns);
          const Position position = source.positions[row];
          gauge.measure(
              row, position, got, ignored, [&](std::size_t j, const measure::EntryError& e) {
                const double bound = recipe.bound(row, j);
                const Outside place{row, position, j, got[j], e.want, e.absolute, bound};
                if (reproduction.needed(j, bound))
                  return reproduction.judge(row, j, got[j], place, result);
                result.bounded.add(e.absolute <= bound ? (bound > 0 ? e.absolute / bound : 0) : 2,
                                   place);
              });
        }
        result.entries += (last - first) * source.columns;
        done += last - first;
        if (progress) progress(static_cast<double>(done) / static_cast<double>(source.rows));
      });
  return settle(counts);
}

}  // namespace sextant::verify
