#pragma once

#include "sextant/encoding/chart.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/number/real.hpp"

namespace sextant::exact {

/// The definition, evaluated in intervals: every operation rounds outward, so the result encloses
/// the true value, at any position, rational or not.  Waves are settled (evaluate.hpp).

/// A frequency but for its factor.
template <class I>
I unscaled(const Frequency& f) {
  I result = enclose<I>(f.coefficient);
  if (f.base != 1 && f.exponent != 0)
    result *= exp(I(enclose<I>(f.exponent) * log(enclose<I>(f.base))));
  for (int k = f.pi_power; k > 0; --k) result *= enclose_pi<I>();
  for (int k = f.pi_power; k < 0; ++k) result /= enclose_pi<I>();
  return result;
}

/// ω: radians per position, before any scale.
template <class I>
I frequency(const Waves& waves, int pair) {
  const Frequency& f = waves.frequencies[static_cast<std::size_t>(pair)];
  return f.factor == 1 ? unscaled<I>(f) : I(unscaled<I>(f) * evaluate<I>(f.factor));
}

/// amplitude·sin a or amplitude·cos a with a = (position + origin)·scale·ω, or ω itself, or 0.
template <class I>
I value(const Waves& waves, const Rational& position, const Channel& channel) {
  if (channel.function == Function::zero) return I(0);
  I omega = frequency<I>(waves, channel.pair);
  if (channel.function == Function::frequency) return omega;
  const I angle = enclose<I>(Rational((position + waves.origin) * waves.scale)) * omega;
  const I wave = channel.function == Function::sine ? I(sin(angle)) : I(cos(angle));
  return evaluate<I>(waves.amplitude) * wave;
}

}  // namespace sextant::exact
