#include "sextant/recipe/catalogue/rational_turns.hpp"

#include <cstdlib>

#include "sextant/number/pi.hpp"

namespace sextant::recipe {

Chart with_rational_turns(Chart chart) {
  Waves& waves = chart.waves;
  if (waves.frequencies.empty() || waves.frequencies.front().pi_power == 0) return chart;
  const Frequency first = waves.frequencies.front();
  const Rational pi = lower_pi();
  for (int k = 0; k < std::abs(first.pi_power); ++k)
    waves.scale = first.pi_power > 0 ? Rational(waves.scale * pi) : Rational(waves.scale / pi);
  for (Frequency& f : waves.frequencies) f.pi_power = 0;
  if (waves.geometric.spacing != Spacing::powers) return chart;
  waves.scale *= first.coefficient;
  for (Frequency& f : waves.frequencies) f.coefficient /= first.coefficient;
  return chart;
}

}  // namespace sextant::recipe
