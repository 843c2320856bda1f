#include "sextant/verify/diagnosis/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "sextant/verify/accept/acceptance_criterion.hpp"

namespace sextant::verify {
namespace {

constexpr double kFarApart = 0x1p30;  // differences of positions beyond are not worth a phase
constexpr double kContradiction = 1;  // radians that no noise explains: noisier pairs are left out

/// The normal equations of y = u·a + v·b.
struct Squares {
  double aa = 0, ab = 0, bb = 0, ay = 0, by = 0;
  void add(double a, double b, double y) {
    if (!std::isfinite(y)) return;
    aa += a * a, ab += a * b, bb += b * b, ay += a * y, by += b * y;
  }
};

/// A pair's phase error at the claimed position, and how far the pair turns in a position.
struct Turned {
  Estimate phase;
  double step = 0;
};

/// How badly an offset explains the phases: the mean of 1 − cos of what it leaves.
double misfit(const std::vector<Turned>& pairs, double offset) {
  double sum = 0;
  for (const Turned& t : pairs) sum += 1 - std::cos(offset * t.step - t.phase.value);
  return sum / static_cast<double>(pairs.size());
}

/// A misfit that no other offset is looked for beyond: of a few pairs many have one that is merely
/// small, and what their phases may be off by tells.
double good(const std::vector<Turned>& pairs) {
  constexpr std::size_t kFewPairs = 4;
  if (pairs.size() >= kFewPairs) return kGood;
  double sum = 0;
  for (const Turned& t : pairs) sum += t.phase.error * t.phase.error;
  return std::min(kGood, 4 * sum / static_cast<double>(pairs.size()));
}

/// The offset near `start` that the pairs ask for, slowest first: each narrows what the slower ones
/// leave open, and says in which of its turns.  Nothing as soon as one contradicts them.
std::optional<double> refined(const std::vector<Turned>& pairs, double start) {
  double weights = 0;
  double offset = start;
  for (const Turned& t : pairs) {
    const double left = wrapped(t.phase.value - offset * t.step);
    const double open = weights > 0 ? 3 * std::abs(t.step) / std::sqrt(weights) : 0;
    if (std::abs(left) > kContradiction + open) return std::nullopt;
    const double weight = t.step * t.step / (t.phase.error * t.phase.error);
    weights += weight;
    offset += left / t.step * weight / weights;
  }
  return std::nearbyint(offset);
}

/// The phase errors of at most 17 pairs, slowest first.
std::vector<Turned> phase_errors(const Source& source, const exact::Oracle& oracle,
                                 const Format& compute) {
  const Glance g = glance(source, 0, kRowsEstimated);
  const std::vector<double> steps = steps_of(oracle);
  const auto pairs = by_pair(oracle.chart());
  std::vector<Turned> found;
  for (std::size_t i = 0; i < pairs.size(); i += 1 + pairs.size() / 16) {
    const double step = steps[static_cast<std::size_t>(pairs[i].pair)];
    const auto truth = oracle.pair(g.positions[0], pairs[i].pair);
    const double expected =
        std::atan2(exact::near(truth.sine).high, exact::near(truth.cosine).high);
    const Noise blur = noise(source.format, compute, static_cast<double>(g.positions[0]) * step);
    const auto phase = phase_of(g, pairs[i], step, blur);
    if (phase && step != 0 && phase->error < kContradiction / 4)
      found.push_back({{wrapped(phase->value - expected), phase->error}, step});
  }
  std::sort(found.begin(), found.end(),
            [](const Turned& a, const Turned& b) { return std::abs(a.step) < std::abs(b.step); });
  return found;
}

}  // namespace

Glance glance(const Source& source, std::uint64_t first, std::uint64_t rows) {
  Glance result;
  const std::uint64_t count = std::min(source.rows - first, rows);
  result.columns = source.columns;
  result.values.resize(count * source.columns);
  source.read(first, count, result.values);
  for (std::uint64_t row = first; row < first + count; ++row)
    result.positions.push_back(source.positions[row]);
  return result;
}

Source of_waves(const Source& source, const Waves& waves) {
  std::uint64_t past = 0;
  for (std::uint64_t row = 0; waves.zero_row && row < std::min(source.rows, kRowsEstimated); ++row)
    if (source.positions[row] == *waves.zero_row) past = row + 1;
  if (past == 0 || 2 * past > source.rows) return source;
  Source rest = source;
  rest.rows -= past;
  rest.read_elements = nullptr;
  rest.positions.first = source.positions[past];
  rest.positions.count -= past;
  if (const auto& listed = source.positions.listed)
    rest.positions.listed = std::make_shared<std::vector<Position>>(
        listed->begin() + static_cast<std::ptrdiff_t>(past), listed->end());
  rest.read = [read = source.read, past](std::uint64_t first, std::uint64_t count,
                                         std::span<double> values) {
    read(first + past, count, values);
  };
  return rest;
}

double wrapped(double angle) { return std::remainder(angle, 2 * std::numbers::pi); }

std::optional<double> mean_square(const Glance& g, const exact::Oracle& oracle, Position shift) {
  const auto& channels = oracle.chart().channels;
  double sum = 0;
  for (std::size_t r = 0; r < g.positions.size(); ++r) {
    const Position p = g.positions[r] + shift;
    if (p > kLargestPosition || p < -kLargestPosition) return std::nullopt;
    for (std::size_t j = 0; j < g.columns; ++j) {
      const double difference = g.at(r, j) - exact::near(oracle.ball(p, channels[j])).high;
      if (std::isfinite(difference)) sum += std::min(difference * difference, 4.0);
    }
  }
  return sum / static_cast<double>(g.values.size());
}

Noise noise(const Format& store, const Format& compute, double angle) {
  const double size = std::abs(angle);
  return {std::ldexp(1.0, -store.precision) + std::ldexp(2 + 3 * size, -compute.precision),
          std::ldexp(14 * size, -compute.precision)};
}

std::optional<WaveSeen> wave_of(const Glance& g, const PairChannels& pair, double step,
                                const Noise& noise) {
  Squares sums;
  for (std::size_t r = 0; r < g.positions.size(); ++r) {
    const auto apart = static_cast<double>(g.positions[r] - g.positions[0]);
    if (std::abs(apart) > kFarApart) continue;
    const double c = std::cos(apart * step);
    const double s = std::sin(apart * step);
    // sin(θ + δ) = u·cos δ + v·sin δ and cos(θ + δ) = v·cos δ − u·sin δ, (u, v) = (sin θ, cos θ).
    if (!pair.sines.empty()) sums.add(c, s, g.at(r, pair.sines.front()));
    if (!pair.cosines.empty()) sums.add(-s, c, g.at(r, pair.cosines.front()));
  }
  const double determinant = sums.aa * sums.bb - sums.ab * sums.ab;
  const double spread = sums.aa + sums.bb;
  if (!(determinant > spread * spread * 0x1p-44)) return std::nullopt;
  const double u = sums.ay * sums.bb - sums.by * sums.ab;
  const double v = sums.by * sums.aa - sums.ay * sums.ab;
  const double length = std::hypot(u, v) / determinant;
  if (!(length > 0)) return std::nullopt;
  // The least eigenvalue is at least determinant/spread; what all rows share does not average out.
  const double own = noise.own * std::max(1.0, std::sqrt(spread / determinant)) / length;
  return WaveSeen{length, {std::atan2(u, v), own + noise.shared}};
}

std::optional<Estimate> phase_of(const Glance& glance, const PairChannels& pair, double step,
                                 const Noise& noise) {
  const auto wave = wave_of(glance, pair, step, noise);
  return wave ? std::optional(wave->phase) : std::nullopt;
}

std::optional<Position> likely_offset(const Source& source, const exact::Oracle& oracle,
                                      const Format& compute) {
  constexpr double kFarthest = 0x1p31;
  constexpr int kMostTurns = 1 << 16;
  const std::vector<Turned> pairs = phase_errors(of_waves(source, oracle.waves()), oracle, compute);
  if (pairs.empty()) return std::nullopt;
  const Turned& slowest = pairs.front();
  double best = 0;
  double least = misfit(pairs, 0);
  const double enough = good(pairs);
  for (int k = 0; k < 2 * kMostTurns; ++k) {
    const int turns = k % 2 == 0 ? k / 2 : -(k + 1) / 2;
    const double start = (slowest.phase.value + 2 * std::numbers::pi * turns) / slowest.step;
    if (std::abs(start) > kFarthest) break;
    const auto offset = refined(pairs, start);
    if (!offset) continue;
    const double bad = misfit(pairs, *offset);
    if (bad < least) least = bad, best = *offset;
    if (bad < enough) break;
  }
  return std::isfinite(best) ? std::optional(static_cast<Position>(best)) : std::nullopt;
}

}  // namespace sextant::verify
