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
constexpr double kStep = 0.25;  // radians between the first guesses
constexpr int kRefinements = 4;
constexpr double kSteepest = 0.3;  // smallest slope of a wave that shows its angle

/// The entries of a pair, and the angles of its nominal frequency.
class PairRows {
 public:
  void add(double angle, Function function, double wave) {
    entries_.push_back({angle, function, wave});
    farthest_ = std::max(farthest_, std::abs(angle));
  }

  bool empty() const { return entries_.empty(); }

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
    double angle;  ///< its error, 2^-52 of it, is far below that of float32
    Function function;
    double wave;  ///< stored number over the amplitude
  };

  /// The wave and its slope after a change x of the frequency.
  static std::pair<double, double> wave_and_slope(const Entry& e, double x) {
    const double angle = e.angle * (1 + x), sine = std::sin(angle), cosine = std::cos(angle);
    if (e.function == Function::cosine) return {cosine, -sine};
    return {sine, cosine};
  }

  double correction(double x) const {
    std::vector<double> changes;
    for (const Entry& e : entries_) {
      const auto [wave, slope] = wave_and_slope(e, x);
      if (std::abs(slope) < kSteepest || e.angle == 0) continue;
      changes.push_back((e.wave - wave) / (slope * e.angle));
    }
    return changes.empty() ? 0 : median(std::move(changes));
  }

  std::vector<Entry> entries_;
  double farthest_ = 0;
};

/// Whether frequencies are nearly given, and enough rows show waves of one amplitude.
bool may_be_estimated(const Candidate& candidate, std::uint64_t rows) {
  const Waves& waves = candidate.truth.waves;
  return candidate.given == Given::nearly && rows >= kFewestShowing && waves.phases.empty() &&
         !waves.xpos && waves.amplitude != 0 && !candidate.formats.intermediate.angle &&
         has_waves(candidate.truth);
}

}  // namespace

double estimated_part(const Candidate& candidate, std::uint64_t rows) {
  return may_be_estimated(candidate, rows) ? (kRoundingsLeft + 1) / (recipe::kNear + 1) : 1;
}

std::optional<Candidate> with_estimated_frequencies(const Source& rows,
                                                    const Candidate& candidate) {
  if (!may_be_estimated(candidate, rows.rows)) return std::nullopt;
  const double unit = std::ldexp(1.0, -candidate.formats.compute.precision);
  const Waves& waves = candidate.truth.waves;
  const auto scale = static_cast<double>(waves.scale), origin = static_cast<double>(waves.origin);
  const double amplitude = approximate(waves.amplitude);
  const RowWindow window = row_window(rows, 0, rows.rows);
  double farthest = 0;
  for (const Position p : window.positions)
    farthest = std::max(farthest, std::abs(scale * (static_cast<double>(p) + origin)));
  FrequenciesAsAsked frequencies(waves);
  Candidate estimated = candidate;
  bool changed = false;
  for (const PairChannels& pair : by_pair(candidate.truth)) {
    Frequency& f = estimated.truth.waves.frequencies[static_cast<std::size_t>(pair.pair)];
    const double omega = frequencies[pair.pair], angle = farthest * std::abs(omega);
    const double margin = f.slack > 0 ? f.slack : recipe::kNear * unit;
    if (angle * (margin + unit) <= kVacuous || angle * (kRoundingsLeft + 1) * unit > kVacuous ||
        angle * margin > kWidest)
      continue;
    PairRows seen;
    for (const auto* columns : {&pair.sines, &pair.cosines}) {
      for (const std::size_t j : *columns) {
        for (std::size_t row = 0; row < window.positions.size(); ++row) {
          const double place = scale * (static_cast<double>(window.positions[row]) + origin);
          if (std::isfinite(window.at(row, j)))
            seen.add(place * omega, candidate.truth.channels[j].function,
                     window.at(row, j) / amplitude);
        }
      }
    }
    if (seen.empty()) continue;
    const double change = seen.best_change(margin);
    f.factor = f.factor * Expression(1 + to_rational(from_double(change)));
    f.slack = kRoundingsLeft * unit;
    changed = true;
    if (seen.residual(change) > kVacuous) break;  // the candidate will fail here
  }
  if (!changed) return std::nullopt;
  estimated.own_program.reset();
  return estimated;
}

}  // namespace sextant::verify
