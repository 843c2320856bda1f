#include "sextant/verify/candidate/column_rotations.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/verify/observation/approximate.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kPlaces = 4;
constexpr double kErrors = 4;  // tolerance, in estimated errors

}  // namespace

ColumnRotations::ColumnRotations(const Source& source, const Format& compute) {
  const std::uint64_t rows = std::min(source.rows, kRowsEstimated);
  const std::uint64_t places = source.rows < kPlaces * rows ? 1 : kPlaces;
  for (std::uint64_t k = 0; k < places && rows > 2; ++k) {
    const std::uint64_t first = places == 1 ? 0 : k * (source.rows - rows) / (places - 1);
    const RowWindow g = row_window(source, first, rows);
    const auto apart = static_cast<double>(g.positions[1] - g.positions[0]);
    for (std::size_t column = 0; column < source.columns && apart != 0; ++column) {
      const auto turn = seen_turn(g, {0, {column}, {}}, compute);
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
