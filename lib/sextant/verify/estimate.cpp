#include "sextant/verify/estimate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "sextant/number/text.hpp"

namespace sextant::verify {
namespace {

/// Bases of published models: dialects differ in little else.
constexpr std::array kBasesInUse = {10000.0,   500000.0,   1000000.0,  100000.0, 1000.0,
                                    100.0,     150000.0,   160000.0,   50000.0,  5000000.0,
                                    8000000.0, 10000000.0, 100000000.0};

double wrapped(double angle) { return std::remainder(angle, 2 * std::numbers::pi); }

std::optional<Estimate> from_turns(const Glance& g, std::size_t sine, std::size_t cosine,
                                   double noise) {
  double total = 0;
  double steps = 0;
  for (std::size_t r = 1; r < g.positions.size(); ++r) {
    const auto step = static_cast<double>(g.positions[r] - g.positions[r - 1]);
    if (step != 1) break;
    total += wrapped(std::atan2(g.at(r, sine), g.at(r, cosine)) -
                     std::atan2(g.at(r - 1, sine), g.at(r - 1, cosine)));
    steps += 1;
  }
  if (steps == 0 || !std::isfinite(total)) return std::nullopt;
  return Estimate{total / steps, 2 * noise / steps};
}

std::optional<Estimate> from_cosines(const Glance& g, std::size_t column, double noise) {
  double cross = 0;
  double square = 0;
  for (std::size_t r = 1; r + 1 < g.positions.size(); ++r) {
    if (g.positions[r + 1] - g.positions[r] != 1 || g.positions[r] - g.positions[r - 1] != 1) break;
    cross += g.at(r, column) * (g.at(r + 1, column) + g.at(r - 1, column));
    square += g.at(r, column) * g.at(r, column);
  }
  if (!(square > 0)) return std::nullopt;
  const double cosine = cross / (2 * square);
  if (!(std::abs(cosine) < 1)) return std::nullopt;
  const double omega = std::acos(cosine);
  return Estimate{omega, 2 * noise / (std::sqrt(square) * std::sin(omega))};
}

/// The decimals of 1, 2, … digits nearest to x, as far as they lie within `error` of it.
std::vector<Rational> round_numbers(double x, double error) {
  std::vector<Rational> found;
  for (int digits = 1; digits <= 9; ++digits) {
    const Rational candidate = parse_rational(decimal(to_rational(from_double(x)), digits));
    if (std::abs(static_cast<double>(candidate) - x) <= error &&
        std::find(found.begin(), found.end(), candidate) == found.end()) {
      found.push_back(candidate);
    }
  }
  return found;
}

}  // namespace

Glance glance(const Source& source, std::uint64_t rows) {
  Glance result;
  const std::uint64_t count = std::min(source.rows, rows);
  result.columns = source.columns;
  result.values.resize(count * source.columns);
  source.read(0, count, result.values);
  for (std::uint64_t row = 0; row < count; ++row) result.positions.push_back(source.positions[row]);
  return result;
}

std::optional<Estimate> frequency_of(const Glance& g, const measure::PairChannels& pair,
                                     const Format& format) {
  const double noise = std::ldexp(1.0, 1 - format.precision);
  if (!pair.sines.empty() && !pair.cosines.empty())
    return from_turns(g, pair.sines.front(), pair.cosines.front(), noise);
  return from_cosines(g, pair.sines.empty() ? pair.cosines.front() : pair.sines.front(), noise);
}

std::vector<Rational> likely_bases(const Glance& g, const Chart& chart, const Format& format) {
  std::optional<Estimate> best;  // of the base
  for (const measure::PairChannels& pair : measure::by_pair(chart)) {
    if (pair.pair == 0) continue;
    const auto omega = frequency_of(g, pair, format);
    if (!omega || !(omega->value > 0)) continue;
    const double power = static_cast<double>(chart.waves.ladder.divisor) /
                         (chart.waves.ladder.multiplier * pair.pair);
    const double base = std::pow(omega->value, -power);
    const double error = base * power * omega->error / omega->value;
    if (std::isfinite(base) && (!best || error / base < best->error / best->value))
      best = Estimate{base, error};
  }
  std::vector<Rational> bases;
  if (!best) return bases;
  const double slack = 4 * best->error + std::abs(best->value) * 0x1p-40;
  for (const double known : kBasesInUse) {
    if (std::abs(known - best->value) <= slack) bases.push_back(to_rational(from_double(known)));
  }
  for (Rational& candidate : round_numbers(best->value, slack))
    bases.push_back(std::move(candidate));
  return bases;
}

namespace {

/// A pair's phase error at the claimed position, and how far the pair turns in a position.
struct Turned {
  double phase = 0, step = 0;
};

/// How badly an offset explains the phases: the mean of 1 − cos of what it leaves.
double misfit(const std::vector<Turned>& pairs, double offset) {
  double sum = 0;
  for (const Turned& t : pairs) sum += 1 - std::cos(offset * t.step - t.phase);
  return sum / static_cast<double>(pairs.size());
}

}  // namespace

std::optional<Position> likely_offset(const Source& source, const exact::Oracle& oracle) {
  constexpr double kGood = 0x1p-7;  // phases within an eighth of a radian
  constexpr double kFarthest = 0x1p31;
  constexpr int kMostTurns = 1 << 16;
  const Glance g = glance(source, 1);
  const measure::Gauge gauge(oracle, source.format);
  std::vector<Turned> pairs;
  for (const measure::PairChannels& p : measure::by_pair(oracle.chart())) {
    if (p.sines.empty() || p.cosines.empty()) continue;
    const auto truth = oracle.pair(g.positions[0], p.pair);
    const auto phase =
        gauge.phase(p.pair, truth, g.at(0, p.sines.front()), g.at(0, p.cosines.front()));
    if (!phase || phase->positions == 0) continue;
    pairs.push_back({phase->radians, phase->radians / phase->positions});
  }
  if (pairs.empty()) return std::nullopt;
  // The slowest pair says where within its wavelength; the others, in which turn: the nearest that
  // fits.
  const Turned& slowest = *std::min_element(
      pairs.begin(), pairs.end(),
      [](const Turned& a, const Turned& b) { return std::abs(a.step) < std::abs(b.step); });
  std::vector<Turned> some;  // enough of them to tell
  for (std::size_t i = 0; i < pairs.size(); i += 1 + pairs.size() / 16) some.push_back(pairs[i]);
  std::optional<std::pair<double, double>> best;  // misfit, offset
  for (int k = 0; k < 2 * kMostTurns; ++k) {
    const int turns = k % 2 == 0 ? k / 2 : -(k + 1) / 2;
    const double offset =
        std::nearbyint((slowest.phase + 2 * std::numbers::pi * turns) / slowest.step);
    if (std::abs(offset) > kFarthest) break;
    const double bad = misfit(some, offset);
    if (!best || bad < best->first) best = {bad, offset};
    if (bad < kGood) break;
  }
  if (!best || !std::isfinite(best->second)) return std::nullopt;
  return static_cast<Position>(best->second);
}

}  // namespace sextant::verify
