#include "sextant/verify/cover.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "sextant/measure/rows.hpp"
#include "sextant/measure/sweep.hpp"
#include "sextant/number/round.hpp"
#include "sextant/number/soft.hpp"
#include "sextant/number/ulp.hpp"
#include "sextant/verify/estimate.hpp"

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

/// What a channel's values are measured by.
struct Measure {
  double size = 0;  ///< the amplitude, or the frequency that the channel holds
  double step = 0;  ///< radians per position
};

std::vector<Measure> measures_of(const exact::Oracle& oracle) {
  const double amplitude = std::abs(static_cast<double>(oracle.waves().amplitude));
  const std::vector<double> steps = steps_of(oracle);
  std::vector<Measure> measures;
  for (const Channel& c : oracle.chart().channels) {
    if (c.function == Function::zero)
      measures.push_back({});
    else if (c.function == Function::frequency)
      measures.push_back({std::abs(exact::near(oracle.ball(0, c)).high), 0});
    else
      measures.push_back({amplitude, std::abs(steps[static_cast<std::size_t>(c.pair)])});
  }
  return measures;
}

/// What can grant an entry.
enum class By { bound, reproduction, nothing };

By granting(Function function, double bound, double size) {
  if (!std::isfinite(bound)) return By::nothing;
  if (bound <= kVacuous * size) return By::bound;
  return function == Function::frequency ? By::nothing : By::reproduction;
}

/// Entries counted against one factor of a column, or against the bound.
struct Count {
  std::uint64_t outside = 0;
  Slack slack;
  std::vector<Outside> places;

  void add(const Slack& used, const Outside& place) {
    if (used.fraction <= 1) {
      slack.merge(used);
    } else {
      ++outside;
      keep(places, place);
    }
  }
  void merge(const Count& other) {
    outside += other.outside;
    slack.merge(other.slack);
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
      : source_(source), oracle_(oracle), recipe_(recipe), compute_(compute) {
    for (int pair = 0; pair < oracle.waves().pairs(); ++pair)
      candidates_.push_back(recipe.candidates(pair));
    const Rational& amplitude = oracle.waves().amplitude;
    factor_ = Wide::from(round(Format::bits(kWide), amplitude));
    size_ = std::abs(static_cast<double>(amplitude));
    if (amplitude == 1) return;
    const double u = std::ldexp(1.0, -compute.precision);
    const bool held = to_rational(round(compute, amplitude)) == amplitude;
    amplify_ = held ? u : 2 * u * (1 + u);
    underflow_ = std::ldexp(1.0, compute.emin - compute.precision);
  }

  void judge(std::uint64_t row, const Outside& place, Slack slack, Counts& counts) const {
    const Channel& c = oracle_.chart().channels[place.channel];
    const auto& factors = candidates_[static_cast<std::size_t>(c.pair)];
    slack.fraction = std::numeric_limits<double>::infinity();
    if (factors.empty()) return counts.bounded.add(slack, place);
    counts.columns.resize(oracle_.chart().width());
    counts.columns[place.channel].resize(factors.size());
    for (std::size_t k = 0; k < factors.size(); ++k) {
      slack.fraction = used(recipe_.angle(row, factors[k]), c.function, place.got);
      counts.columns[place.channel][k].add(slack, place);
    }
  }

 private:
  static constexpr int kWide = 160;
  using Wide = Soft<kWide>;

  /// The exponent of an ulp at a value that need not be a double: rounding it up to a power of two
  /// would double its ulp.
  static int ulp_at(const Format& format, const Wide& x) {
    const auto near = static_cast<double>(x);
    const auto more = static_cast<double>(x - Wide(near));
    const bool beyond = more != 0 && std::signbit(more) != std::signbit(near);
    return ulp_exponent(format, beyond ? std::nextafter(near, 0.0) : near);
  }

  double used(double angle, Function function, double got) const {
    if (!std::isfinite(angle)) return std::numeric_limits<double>::infinity();
    const Wide wave = function == Function::sine ? sin(Wide(angle)) : cos(Wide(angle));
    const Wide value = wave * factor_;
    const double difference = std::abs(static_cast<double>(Wide(got) - value));
    const double library = recipe::kLibm.trig * std::ldexp(1.0, ulp_at(compute_, wave));
    const double made = size_ * (std::abs(static_cast<double>(wave)) + library);
    double allowed = size_ * library + made * amplify_ + underflow_;
    if (source_.format != compute_) allowed += std::ldexp(0.5, ulp_at(source_.format, value));
    return allowed > 0 ? difference / allowed : (difference == 0 ? 0.0 : 2.0);
  }

  const Source& source_;
  const exact::Oracle& oracle_;
  const recipe::Recipe& recipe_;
  Format compute_;
  Wide factor_;         ///< the amplitude
  double size_ = 1;     ///< its magnitude
  double amplify_ = 0;  ///< what multiplying by it costs relatively, and absolutely
  double underflow_ = 0;
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
      return a.outside != b.outside ? a.outside < b.outside : a.slack.fraction < b.slack.fraction;
    }));
  }
  return {counts.entries, total.outside, total.slack, by_reproduction, total.places};
}

}  // namespace

void Slack::merge(const Slack& other) {
  fraction = std::max(fraction, other.fraction);
  bound = std::max(bound, other.bound);
  error = std::max(error, other.error);
  positions = std::max(positions, other.positions);
}

Coverage cover(const Source& source, const exact::Oracle& oracle, const recipe::Recipe& recipe,
               const Format& compute, const Progress& progress) {
  const measure::RowGauge gauge(oracle, source.format);
  const Reproduction reproduction(source, oracle, recipe, compute);
  const std::vector<Measure> measures = measures_of(oracle);
  const auto judge = [&](std::uint64_t row, const Outside& place, Counts& counts) {
    const Measure& m = measures[place.channel];
    const double part = m.size > 0 ? 1 / m.size : 0;
    Slack slack{.error = place.absolute * part};
    const By by = granting(oracle.chart().channels[place.channel].function, place.bound, m.size);
    if (by == By::reproduction) {
      slack.positions = m.step > 0 ? slack.error / m.step : 0;
      return reproduction.judge(row, place, slack, counts);
    }
    slack.bound = place.bound * part;
    const bool inside = by == By::bound && place.absolute <= place.bound;
    slack.fraction = !inside ? 2 : place.bound > 0 ? place.absolute / place.bound : 0;
    counts.bounded.add(slack, place);
  };
  std::atomic<std::uint64_t> done = 0;
  const auto counts = measure::sweep<Counts>(
      source.rows, source.block(), [&](std::uint64_t first, std::uint64_t last, Counts& result) {
        std::vector<double> values((last - first) * source.columns);
        source.read(first, last - first, values);
        measure::Tally ignored;
        for (std::uint64_t row = first; row < last; ++row) {
          const std::span<const double> got =
              std::span(values).subspan((row - first) * source.columns, source.columns);
          const Position p = source.positions[row];
          gauge.measure(row, p, got, ignored, [&](std::size_t j, const measure::EntryError& e) {
            judge(row, {row, p, j, got[j], e.want, e.absolute, recipe.bound(row, j)}, result);
          });
        }
        result.entries += (last - first) * source.columns;
        done += last - first;
        if (progress) progress(static_cast<double>(done) / static_cast<double>(source.rows));
      });
  return settle(counts);
}

}  // namespace sextant::verify
