#include <cmath>
#include <utility>

#include "sextant/verify/diagnosis/estimate.hpp"

namespace sextant::verify {
namespace {

/// How many rows from the first on are equal steps apart.
std::size_t even_rows(const Glance& g) {
  std::size_t rows = 2;
  while (rows < g.positions.size() &&
         g.positions[rows] - g.positions[rows - 1] == g.positions[1] - g.positions[0])
    ++rows;
  return rows;
}

/// The slope of the phase of (s, c) against the row, by least squares.
std::optional<Estimate> from_both(const Glance& g, std::size_t sine, std::size_t cosine,
                                  double own) {
  const std::size_t rows = even_rows(g);
  const auto angle = [&](std::size_t row) {
    return std::atan2(g.at(row, sine), g.at(row, cosine));
  };
  const double middle = static_cast<double>(rows - 1) / 2;
  double cross = 0;
  double square = 0;
  double phase = 0;  // relative to row 0, turns and all
  for (std::size_t r = 0; r < rows; ++r) {
    if (r > 0) phase += wrapped(angle(r) - angle(r - 1));
    const double t = static_cast<double>(r) - middle;
    cross += t * phase;
    square += t * t;
  }
  if (!std::isfinite(cross)) return std::nullopt;
  return Estimate{cross / square, 2 * own / std::sqrt(square)};
}

/// cos ωL of x(r + L) + x(r − L) = 2·cos ωL·x(r) by least squares, and Σx².
std::pair<double, double> cosine_over(const Glance& g, std::size_t column, std::size_t lag,
                                      std::size_t rows) {
  double cross = 0;
  double square = 0;
  for (std::size_t r = lag; r + lag < rows; ++r) {
    cross += g.at(r, column) * (g.at(r + lag, column) + g.at(r - lag, column));
    square += g.at(r, column) * g.at(r, column);
  }
  return {cross / (2 * square), square};
}

/// The turn from row to row of one function alone: over 1, 2, 4, … rows, until it is large enough
/// to be seen, and then each finer one in the turn that the one before names.
std::optional<Estimate> from_one(const Glance& g, std::size_t column, double own) {
  constexpr double kTurnSeen = 0.25;  // radians
  const std::size_t rows = even_rows(g);
  std::optional<Estimate> best;
  for (std::size_t lag = 1; 3 * lag < rows; lag *= 2) {
    const auto [cosine, square] = cosine_over(g, column, lag, rows);
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

std::optional<Estimate> turn_of(const Glance& glance, const PairChannels& pair, double own) {
  if (glance.positions.size() < 2) return std::nullopt;
  if (!pair.sines.empty() && !pair.cosines.empty())
    return from_both(glance, pair.sines.front(), pair.cosines.front(), own);
  return from_one(glance, pair.sines.empty() ? pair.cosines.front() : pair.sines.front(), own);
}

}  // namespace sextant::verify
