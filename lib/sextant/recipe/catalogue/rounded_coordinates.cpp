#include "sextant/recipe/catalogue/rounded_coordinates.hpp"

#include <cmath>
#include <utility>

#include "sextant/number/pi.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"

namespace sextant::recipe {

RoundedCoordinates::RoundedCoordinates(std::unique_ptr<Recipe> recipe, const Chart& chart,
                                       const ComputeFormats& formats, const Positions& positions)
    : recipe_(std::move(recipe)),
      channels_(chart.channels),
      zero_row_(chart.waves.zero_row),
      positions_(positions),
      unit_(std::ldexp(1.0, -formats.coordinates.format.precision)),
      relative_(formats.coordinates.relative),
      absolute_(formats.coordinates.absolute),
      origin_(static_cast<double>(chart.waves.origin)),
      scale_(upward(abs(chart.waves.scale))),
      amplitude_(upward(chart.waves.amplitude)) {
  for (const Frequency& f : chart.waves.frequencies) sizes_.push_back(upward(f.expression()));
}

Terms RoundedCoordinates::terms(std::uint64_t row, std::size_t channel) const {
  Terms terms = recipe_->terms(row, channel);
  const Channel& c = channels_[channel];
  const Position p = positions_[row];
  if (!is_wave(c.function) || is_blank(c, zero_row_, p)) return terms;
  const double index = std::abs(static_cast<double>(p)) + std::abs(origin_);
  const double moved = std::abs(static_cast<double>(p) + origin_) + 0x1p-50 * index;
  const double size = sizes_[static_cast<std::size_t>(c.pair)];
  // Twice, because the error of a factor may enlarge this one by as much.
  const double angle = 2 * unit_ * (relative_ * scale_ * moved + absolute_) * size;
  terms.position += amplitude_ * angle * (1 + 16 * unit_) * kUpward;
  return terms;
}

Chart with_rational_turns(Chart chart) {
  Waves& waves = chart.waves;
  if (waves.frequencies.empty() || waves.frequencies.front().pi_power == 0) return chart;
  const Frequency first = waves.frequencies.front();
  const Rational pi = lower_pi();
  for (int k = 0; k < std::abs(first.pi_power); ++k)
    waves.scale = first.pi_power > 0 ? Rational(waves.scale * pi) : Rational(waves.scale / pi);
  waves.scale *= first.coefficient;
  for (Frequency& f : waves.frequencies) {
    f.pi_power = 0;
    f.coefficient /= first.coefficient;
  }
  return chart;
}

}  // namespace sextant::recipe
