#include "sextant/verify/accept/overshoot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sextant/number/ulp.hpp"
#include "sextant/verify/accept/acceptance_criterion.hpp"
#include "sextant/verify/accept/other_library.hpp"

namespace sextant::verify {

Overshoot overshoot(const Violation& place, const Sound& sound, const exact::Oracle& oracle,
                    const Format& store) {
  const Channel& c = oracle.chart().channels[place.channel];
  const double amplitude =
      size_at(measures_of(oracle)[place.channel], oracle, place.channel, place.position);
  if (acceptance_criterion(c.function, place.widest, amplitude) !=
      AcceptanceCriterion::same_arithmetic)
    return {place.absolute - place.bound, by_other_library(place, sound.compute), place.bound};
  double least = std::numeric_limits<double>::infinity();
  for (const double factor : sound.recipe->candidates(c.pair)) {
    const auto wave = sound.recipe->wave(sound.recipe->angle(place.row, factor), c.function);
    const double made =
        wave.function == Function::sine ? std::sin(wave.angle) : std::cos(wave.angle);
    least = std::min(least, std::abs(place.got - amplitude * made));
  }
  const double stored = std::ldexp(1.0, ulp_exponent(store, amplitude));
  return {least, by_other_library(amplitude, sound.compute) + stored, 0};
}

}  // namespace sextant::verify
