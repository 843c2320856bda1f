#include "sextant/verify/candidate/column_rotations.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/observation/approximate_reference.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kPlaces = 4;
constexpr double kErrors = 4;  // tolerance, in estimated errors

/// Returns whether a column satisfies the recurrence of a wave.  The remainder of least squares is
/// six times the square of the errors at most; that of random numbers is twice their own square.
///                                                                              verdict.md, (38a)
bool is_wave_in_order(const RowWindow& g, std::size_t column) {
  double square = 0, cross = 0, sums = 0;
  for (std::size_t r = 1; r + 1 < g.positions.size(); ++r) {
    const double x = g.at(r, column), sum = g.at(r + 1, column) + g.at(r - 1, column);
    square += x * x, cross += x * sum, sums += sum * sum;
  }
  return !(sums - cross * cross / square > square / 2);
}

/// Returns whether float32 tells the angles of the slowest eighth of the claimed waves from others,
/// even if a fault multiplies them by 64.
bool tells_slow_waves(const Source& source, const Waves& waves) {
  constexpr double kTimes = 64;
  std::vector<double> sizes = approximate_frequencies(waves);
  if (sizes.empty() || source.positions.listed) return false;
  for (double& omega : sizes) omega = std::abs(omega * static_cast<double>(waves.scale));
  const auto eighth = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 8);
  std::nth_element(sizes.begin(), eighth, sizes.end());
  const auto angle = [&](std::uint64_t row) {
    return *eighth *
           std::abs(static_cast<double>(source.positions[row]) + static_cast<double>(waves.origin));
  };
  return allowance(kFloat32, kFloat32, kTimes * std::max(angle(0), angle(source.rows - 1)))
      .has_value();
}

}  // namespace

ColumnRotations::ColumnRotations(const Source& source, const Claim& claim)
    : is_informative_(source.rows >= kRowsEstimated &&
                      tells_slow_waves(source, claim.chart.waves)) {
  const std::uint64_t rows = std::min(source.rows, kRowsEstimated);
  const std::uint64_t places = source.rows < kPlaces * rows ? 1 : kPlaces;
  for (std::uint64_t k = 0; k < places && rows > 2; ++k) {
    const std::uint64_t first = places == 1 ? 0 : k * (source.rows - rows) / (places - 1);
    const RowWindow g = row_window(source, first, rows);
    const auto apart = static_cast<double>(g.positions[1] - g.positions[0]);
    columns_ += g.columns;
    for (std::size_t column = 0; column < g.columns; ++column)
      waves_ += is_wave_in_order(g, column) ? 1 : 0;
    for (std::size_t column = 0; column < source.columns && apart != 0; ++column) {
      const auto turn = seen_turn(g, {0, {column}, {}}, claim.formats.compute);
      if (turn && turn->error < std::abs(turn->value) / 8) turns_.push_back({column, *turn, apart});
    }
  }
}

double ColumnRotations::explained(const Candidate& candidate) const {
  const Waves& waves = candidate.truth.waves;
  const auto scale = static_cast<double>(waves.scale);
  FrequenciesAsAsked frequencies(waves);
  std::size_t asked = 0, alike = 0;
  for (const Turn& turn : turns_) {
    if (turn.column >= candidate.truth.channels.size()) continue;
    const Channel& c = candidate.truth.channels[turn.column];
    if (!is_wave(c.function)) continue;
    ++asked;
    const double meant = std::abs(wrapped(scale * frequencies[c.pair] * turn.apart));
    alike += std::abs(std::abs(turn.size.value) - meant) <= kErrors * turn.size.error ? 1 : 0;
  }
  return asked == 0 ? 1 : static_cast<double>(alike) / static_cast<double>(asked);
}

}  // namespace sextant::verify
