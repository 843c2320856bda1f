#include "sextant/verify/candidate/estimated_frequencies.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sextant/recipe/rule/given_frequency.hpp"
#include "sextant/verify/accept/acceptance_criterion.hpp"
#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/rows/median.hpp"

namespace sextant::verify {
namespace {

constexpr double kRoundingsLeft = 4;  // of an estimated frequency
constexpr double kWidest = 8;         // radians of a margin that are searched
constexpr std::uint64_t kFewestShowing = 16;
constexpr double kStep = 0.25;     // radians between the first guesses
constexpr int kRefinements = 4;    // each squares the error of a guess
constexpr double kSteepest = 0.3;  // smallest slope of a wave that shows its angle

/// The entries of a pair, and the angles of its nominal frequency.
class PairRows {
 public:
  void add(long double angle, Function function, double wave) {
    entries_.push_back({angle, function, wave});
    farthest_ = std::max(farthest_, std::abs(static_cast<double>(angle)));
  }

  double farthest() const { return farthest_; }

  /// Returns the relative change of the frequency, between −margin and margin, that fits best.
  double best_change(double margin) const {
    const double step = kStep / farthest_;
    double best = 0, least = residual(0);
    for (double x = -margin; x <= margin; x += step) {
      const double left = residual(x);
      if (left < least) best = x, least = left;
    }
    for (int k = 0; k < kRefinements; ++k) best += correction(best);
    return std::clamp(best, -margin, margin);
  }

  /// Returns the median distance of the entries from the wave after a change x of the frequency.
  double residual(double x) const {
    std::vector<double> sizes;
    sizes.reserve(entries_.size());
    for (const Entry& e : entries_) sizes.push_back(std::abs(e.wave - wave_and_slope(e, x).first));
    return median(std::move(sizes));
  }

 private:
  struct Entry {
    long double angle;
    Function function;
    double wave;  ///< stored number over the amplitude
  };

  /// The wave and its slope after a change x of the frequency.
  static std::pair<double, double> wave_and_slope(const Entry& e, double x) {
    const long double angle = e.angle * (1 + static_cast<long double>(x));
    const auto sine = static_cast<double>(std::sin(angle));
    const auto cosine = static_cast<double>(std::cos(angle));
    if (e.function == Function::cosine) return {cosine, -sine};
    const double sign = e.function == Function::negated_sine ? -1 : 1;
    return {sign * sine, sign * cosine};
  }

  double correction(double x) const {
    std::vector<double> changes;
    for (const Entry& e : entries_) {
      const auto [wave, slope] = wave_and_slope(e, x);
      if (std::abs(slope) < kSteepest || e.angle == 0) continue;
      changes.push_back((e.wave - wave) / (slope * static_cast<double>(e.angle)));
    }
    return changes.empty() ? 0 : median(std::move(changes));
  }

  std::vector<Entry> entries_;
  double farthest_ = 0;
};

long double wide(const Rational& x) {
  const auto high = static_cast<double>(x);
  return high + static_cast<long double>(
                    static_cast<double>(Rational(x - to_rational(from_double(high)))));
}

std::vector<PairRows> by_pair(const Source& rows, const Chart& chart) {
  const RowWindow window = row_window(rows, 0, rows.rows);
  const Waves& waves = chart.waves;
  const exact::Oracle oracle(chart);
  const double amplitude = approximate(waves.amplitude);
  std::vector<long double> omegas;
  for (int pair = 0; pair < waves.pairs(); ++pair) {
    const auto omega = exact::near(oracle.ball(0, {Function::frequency, pair}));
    omegas.push_back((static_cast<long double>(omega.high) + omega.low) * wide(waves.scale));
  }
  std::vector<PairRows> pairs(omegas.size());
  for (std::size_t row = 0; row < window.positions.size(); ++row) {
    const long double place = static_cast<long double>(window.positions[row]) + wide(waves.origin);
    for (std::size_t j = 0; j < window.columns; ++j) {
      const Channel& c = chart.channels[j];
      const double got = window.at(row, j);
      const auto pair = static_cast<std::size_t>(c.pair);
      if (is_wave(c.function) && std::isfinite(got))
        pairs[pair].add(place * omegas[pair], c.function, got / amplitude);
    }
  }
  return pairs;
}

/// Whether frequencies are nearly given, and enough rows show waves of one amplitude.
bool may_be_estimated(const Candidate& candidate, std::uint64_t rows) {
  const Waves& waves = candidate.truth.waves;
  const auto& channels = candidate.truth.channels;
  return candidate.given == Given::nearly && rows >= kFewestShowing && waves.phases.empty() &&
         !waves.xpos && waves.amplitude != 0 && !candidate.formats.intermediate.angle &&
         std::any_of(channels.begin(), channels.end(),
                     [](const Channel& c) { return is_wave(c.function); });
}

}  // namespace

double estimated_part(const Candidate& candidate, std::uint64_t rows) {
  return may_be_estimated(candidate, rows) ? (kRoundingsLeft + 1) / (recipe::kNear + 1) : 1;
}

std::optional<Candidate> with_estimated_frequencies(const Source& rows,
                                                    const Candidate& candidate) {
  if (!may_be_estimated(candidate, rows.rows)) return std::nullopt;
  const double unit = std::ldexp(1.0, -candidate.formats.compute.precision);
  const std::vector<PairRows> pairs = by_pair(rows, candidate.truth);
  Candidate estimated = candidate;
  bool changed = false;
  for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
    Frequency& f = estimated.truth.waves.frequencies[pair];
    const double margin = f.slack > 0 ? f.slack : recipe::kNear * unit;
    const double farthest = pairs[pair].farthest();
    if (farthest * (margin + unit) <= kVacuous ||
        farthest * (kRoundingsLeft + 1) * unit > kVacuous || farthest * margin > kWidest)
      continue;
    const double change = pairs[pair].best_change(margin);
    f.factor = f.factor * Expression(1 + to_rational(from_double(change)));
    f.slack = kRoundingsLeft * unit;
    changed = true;
    if (pairs[pair].residual(change) > kVacuous) break;  // the candidate will fail here
  }
  if (!changed) return std::nullopt;
  estimated.program = estimated.truth;
  return estimated;
}

}  // namespace sextant::verify
