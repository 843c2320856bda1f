#include "sextant/verify/observation/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sextant/verify/rows/index_ranges.hpp"

namespace sextant::verify {
namespace {

constexpr double kFarApart = 0x1p30;  // larger differences of positions are not used for a phase
constexpr double kTurnSeen = 0.25;    // radians; minimum rotation measured from one function

/// The sums of the normal equations of y = u·a + v·b.
struct Squares {
  double aa = 0, ab = 0, bb = 0, ay = 0, by = 0;
  void add(double a, double b, double y) {
    if (!std::isfinite(y)) return;
    aa += a * a, ab += a * b, bb += b * b, ay += a * y, by += b * y;
  }
};

/// Returns the number of first rows with equal steps.
std::size_t even_rows(const RowWindow& g) {
  std::size_t rows = 2;
  while (rows < g.positions.size() &&
         g.positions[rows] - g.positions[rows - 1] == g.positions[1] - g.positions[0])
    ++rows;
  return rows;
}

/// Returns the slope of the phase of (sine, cosine) per row, by least squares.
std::optional<Estimate> from_both(const RowWindow& g, std::size_t sine, std::size_t cosine,
                                  double own) {
  const std::size_t rows = even_rows(g);
  const double middle = static_cast<double>(rows - 1) / 2;
  double cross = 0, square = 0, phase = 0, before = 0;  // unwrapped phase since row 0
  for (std::size_t r = 0; r < rows; ++r) {
    const double angle = std::atan2(g.at(r, sine), g.at(r, cosine));
    if (r > 0) phase += wrapped(angle - before);
    before = angle;
    const double t = static_cast<double>(r) - middle;
    cross += t * phase;
    square += t * t;
  }
  if (!std::isfinite(cross)) return std::nullopt;
  return Estimate{cross / square, 2 * own / std::sqrt(square)};
}

/// Returns the rotation from row to row, from one function.  Its cosine follows from x(r + L) + x(r
/// − L) = 2·cos ωL·x(r), for lags L = 1, 2, 4, … rows.  The first lag with a large enough rotation
/// is taken; longer lags refine it, with full turns from the result before.
///                                                                                  verdict.md, (7)
std::optional<Estimate> from_one(const RowWindow& g, std::size_t column, double own) {
  const std::size_t rows = even_rows(g);
  std::optional<Estimate> best;
  for (std::size_t lag = 1; 3 * lag < rows; lag *= 2) {
    double cross = 0, square = 0;
    for (std::size_t r = lag; r + lag < rows; ++r) {
      const double x = g.at(r, column);
      cross += x * (g.at(r + lag, column) + g.at(r - lag, column));
      square += x * x;
    }
    const double cosine = cross / (2 * square);
    if (!(square > 0) || !(std::abs(cosine) < 1)) continue;
    const double turn = std::acos(cosine);
    const auto n = static_cast<double>(lag);
    const double error = 2 * own / (std::sqrt(square) * std::sin(turn) * n);
    if (!best) {
      if (turn > kTurnSeen || 6 * lag >= rows) best = Estimate{turn / n, error};
      continue;
    }
    if (best->error * n > kTurnSeen || error > best->error) break;
    const double near = wrapped(best->value * n);
    best = Estimate{best->value + (std::copysign(turn, near) - near) / n, error};
  }
  return best;
}

}  // namespace

RowWindow row_window(const Source& source, std::uint64_t first, std::uint64_t rows) {
  RowWindow result;
  const std::uint64_t count = std::min(source.rows - first, rows);
  result.columns = source.columns, result.format = source.format;
  result.values.resize(count * source.columns);
  source.read(first, count, result.values);
  for (std::uint64_t row = first; row < first + count; ++row)
    result.positions.push_back(source.positions[row]);
  return result;
}

RowWindow sampled_rows(const Source& source, std::uint64_t wanted) {
  const Source some = sample(source, wanted);
  return row_window(some, 0, some.rows);
}

std::vector<RowWindow> windows_of(const Source& source) {
  std::vector<RowWindow> windows = {row_window(source, 0, kRowsEstimated)};
  for (std::uint64_t first = kRowsEstimated; first < source.rows; first *= 4)
    windows.push_back(row_window(source, first, kRowsEstimated));
  if (source.rows > kRowsEstimated)
    windows.push_back(row_window(source, source.rows - kRowsEstimated, kRowsEstimated));
  return windows;
}

Source of_waves(const Source& source, const Waves& waves) {
  std::uint64_t past = 0;
  for (std::uint64_t row = 0; waves.zero_row && row < std::min(source.rows, kRowsEstimated); ++row)
    if (source.positions[row] == *waves.zero_row) past = row + 1;
  return past == 0 || 2 * past > source.rows ? source : ending(source, source.rows - past);
}

double wrapped(double angle) {
  const double turns = std::nearbyint(angle / (2 * std::numbers::pi));
  return std::fma(-turns, 2 * std::numbers::pi, angle);  // std::remainder takes ten times as long
}

std::optional<double> mean_square(const RowWindow& g, const exact::Oracle& oracle, Position shift) {
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

std::optional<ObservedWave> wave_of(const RowWindow& g, const PairChannels& pair, double step,
                                    const Noise& noise) {
  Squares sums;
  for (std::size_t r = 0; r < g.positions.size(); ++r) {
    const auto apart = static_cast<double>(g.positions[r] - g.positions[0]);
    if (std::abs(apart) > kFarApart) continue;
    const double c = std::cos(apart * step);
    const double s = std::sin(apart * step);
    // sin(θ + δ) = u·cos δ + v·sin δ and cos(θ + δ) = v·cos δ − u·sin δ, with (u, v) = (sin θ, cos
    // θ).
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
  // The least eigenvalue is at least determinant/spread.  Errors common to all rows do not average
  // out.
  const double own = noise.own * std::max(1.0, std::sqrt(spread / determinant)) / length;
  return ObservedWave{length, {std::atan2(u, v), own + noise.shared}};
}

std::optional<Estimate> turn_of(const RowWindow& g, const PairChannels& pair, double own) {
  if (g.positions.size() < 2) return std::nullopt;
  if (!pair.sines.empty() && !pair.cosines.empty())
    return from_both(g, pair.sines.front(), pair.cosines.front(), own);
  return from_one(g, pair.sines.empty() ? pair.cosines.front() : pair.sines.front(), own);
}

std::optional<Estimate> seen_turn(const RowWindow& g, const PairChannels& pair,
                                  const Format& compute) {
  const auto first = turn_of(g, pair, noise(g.format, compute, 0).own);
  if (!first || !(std::abs(first->value) > 0)) return std::nullopt;
  const auto apart = static_cast<double>(g.positions[1] - g.positions[0]);
  const double angle = static_cast<double>(g.positions[0]) / apart * first->value;
  return turn_of(g, pair, noise(g.format, compute, angle).own);
}

}  // namespace sextant::verify
