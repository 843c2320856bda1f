#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "sextant/encoding/real/rational.hpp"
#include "sextant/number/pi.hpp"
#include "sextant/verify/accept/acceptance_criterion.hpp"
#include "sextant/verify/diagnosis/estimate.hpp"

namespace sextant::verify {
namespace {

constexpr double kSeen = 0.25;  // radians: noisier pairs say nothing
constexpr double kOfDoubles = 0x1p-46;
constexpr int kMostTurnParts = 12;    // of half a turn
constexpr std::size_t kAsked = 2048;  // entries that are asked again, about
constexpr int kSteps = 3;             // towards the phase of least squares
constexpr double kStray = 8;          // errors, beyond which a column says something else

bool is_of(const std::optional<Function>& wanted, Function function) {
  return !wanted || wanted == function;
}

PairChannels of_function(PairChannels pair, const std::optional<Function>& function) {
  if (!is_of(function, Function::sine)) pair.sines.clear();
  if (!is_of(function, Function::cosine)) pair.cosines.clear();
  return pair;
}

/// What rows are off by along a wave's slope, moved by a phase already.
struct Slope {
  double squares = 0, along = 0, left = 0;
  std::size_t entries = 0;

  void add(double slope, double off) {
    squares += slope * slope;
    along += slope * off;
    left += off * off;
    ++entries;
  }
};

/// The phase that entries themselves ask for, of amplitudes as claimed, near another: where (5) has
/// to tell a slow cosine's size from its phase, this has not.                verdict.md, (28a)
Estimate nearer(const Source& source, const Glance& g, const exact::Oracle& oracle,
                const Format& compute, const std::optional<Function>& of, const Estimate& phase) {
  const double c = std::cos(phase.value), s = std::sin(phase.value);
  const std::vector<double> steps = steps_of(oracle);
  const auto pairs = by_pair(oracle.chart());
  const std::size_t every = 1 + g.positions.size() * pairs.size() / kAsked;
  double weights = 0, sum = 0;
  for (const PairChannels& all : pairs) {
    const PairChannels pair = of_function(all, of);
    Slope slope;
    for (std::size_t row = 0; row < g.positions.size(); row += every) {
      const auto truth = oracle.pair(g.positions[row], pair.pair);
      const double sine = exact::near(truth.sine).high, cosine = exact::near(truth.cosine).high;
      const double high = sine * c + cosine * s, wide = cosine * c - sine * s;
      for (const std::size_t j : pair.sines) slope.add(wide, g.at(row, j) - high);
      for (const std::size_t j : pair.cosines) slope.add(-high, g.at(row, j) - wide);
    }
    const double step = steps[static_cast<std::size_t>(pair.pair)];
    const Noise blur = noise(source.format, compute, static_cast<double>(g.positions[0]) * step);
    const double within = kStray * (blur.own + blur.shared + phase.error);
    const bool fits = slope.left <= static_cast<double>(slope.entries) * within * within;
    if (!(slope.squares > 0) || !fits) continue;
    const double weight = 1 / (blur.own * blur.own / slope.squares + blur.shared * blur.shared);
    weights += weight;
    sum += weight * slope.along / slope.squares;
  }
  if (!(weights > 0)) return phase;
  return {wrapped(phase.value + sum / weights), 1 / std::sqrt(weights) + kOfDoubles};
}

/// Quarters and halves of a turn by a pi of few digits, or 22/7, less those by pi.
std::vector<PhaseSeen> by_other_pi(double value, double slack) {
  const Rational pi = lower_pi();
  std::vector<PhaseSeen> found;
  for (const char* taken :
       {"3", "3.1", "3.14", "3.142", "3.1416", "3.14159", "3.1415927", "22/7"}) {
    for (const int quarters : {1, 2, -1, -2}) {
      const Rational off = (parse_rational(taken) - pi) * quarters / 2;
      if (std::abs(static_cast<double>(off) - value) <= slack) found.push_back({off, {}, taken});
    }
  }
  return found;
}

}  // namespace

std::vector<PhaseSeen> likely_phases(const Source& all_rows, const exact::Oracle& oracle,
                                     const Format& compute, std::optional<Function> of) {
  const Source source = of_waves(all_rows, oracle.waves());
  const Glance g = glance(source, 0, kRowsEstimated);
  const std::vector<double> steps = steps_of(oracle);
  std::optional<Estimate> phase;
  for (const PairChannels& all : by_pair(oracle.chart())) {
    const PairChannels pair = of_function(all, of);
    if (pair.sines.empty() && pair.cosines.empty()) continue;
    const double step = steps[static_cast<std::size_t>(pair.pair)];
    const auto truth = oracle.pair(g.positions[0], pair.pair);
    const double claimed = std::atan2(exact::near(truth.sine).high, exact::near(truth.cosine).high);
    const Noise blur = noise(source.format, compute, static_cast<double>(g.positions[0]) * step);
    auto seen = phase_of(g, pair, step, blur);
    if (!seen) continue;
    // The normal equations of (5) lose what they amplify twice over.
    const double amplified = seen->error / blur.own;
    seen->error += kOfDoubles * (1 + amplified * amplified);
    if (seen->error > kSeen) continue;
    const double moved = wrapped(seen->value - claimed);
    if (!phase) {
      phase = Estimate{moved, seen->error};
      continue;
    }
    const double left = wrapped(moved - phase->value);
    if (std::abs(left) > 8 * (phase->error + seen->error)) return {};
    const double prior = phase->error * phase->error;
    const double total = prior + seen->error * seen->error;
    phase = Estimate{phase->value + left * prior / total, std::sqrt(prior / total) * seen->error};
  }
  if (!phase) return {};
  for (int step = 0; step < kSteps; ++step) phase = nearer(source, g, oracle, compute, of, *phase);
  if (std::abs(phase->value) <= phase->error) return {};
  const double slack = 4 * phase->error + std::ldexp(4, -compute.precision);
  std::vector<PhaseSeen> found = by_other_pi(phase->value, slack);
  // Quarters of a turn are other functions, or other signs of them; any number may be noise.
  const bool quarter = std::abs(std::remainder(phase->value, std::numbers::pi / 2)) <= slack;
  if (quarter || std::abs(phase->value) <= 4 * phase->error) {
    for (PhaseSeen& seen : found) seen.faint = true;
    return found;
  }
  for (int parts = 1; parts <= kMostTurnParts; ++parts) {
    for (int k = 1; k < parts; ++k) {
      const double part = std::numbers::pi * k / parts;
      if (std::abs(std::abs(phase->value) - part) > slack || !found.empty()) continue;
      const Rational pi = lower_pi();
      const bool below = phase->value < 0;
      found.push_back(
          {pi * (below ? -k : k) / parts, fmt::format("{}{}/{}", below ? "-" : "", k, parts)});
    }
  }
  for (const Rational& radians : decimals_within(phase->value, slack))
    found.push_back({radians, {}});
  return found;
}

}  // namespace sextant::verify
