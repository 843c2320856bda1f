#pragma once

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/exact/expression_enclosure.hpp"
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

/// Whether the row of a position is all zeros; frequencies are of no row.
inline bool in_zero_row(const Waves& waves, const Rational& position, const Channel& channel) {
  return waves.zero_row && !is_frequency(channel.function) &&
         position == to_rational(*waves.zero_row);
}

/// What a channel of a frequency's multiples multiplies it by: (position + origin)·scale, or
/// |position + origin|·scale.
inline Rational multiple(const Waves& waves, const Rational& position, Function function) {
  const Rational moved = position + waves.origin;
  return (function == Function::distance ? Rational(abs(moved)) : moved) * waves.scale;
}

/// What a formula makes of a position, settled.
inline Expression cell(const Waves& waves, const Rational& position, const Channel& channel) {
  const Rational place = position + waves.origin;
  return settled(sextant::cell(*waves.formula, place, channel.pair, waves.scale));
}

/// What a channel holds, by its function (chart.hpp).
template <class I>
I value(const Waves& waves, const Rational& position, const Channel& channel) {
  if (channel.function == Function::zero) return I(0);
  if (in_zero_row(waves, position, channel)) return I(0);
  if (channel.function == Function::formula) return evaluate<I>(cell(waves, position, channel));
  I omega = frequency<I>(waves, channel.pair);
  if (is_frequency(channel.function)) return omega;
  I angle = enclose<I>(multiple(waves, position, channel.function)) * omega;
  if (!is_wave(channel.function)) return angle;
  if (!waves.phases.empty()) angle += enclose<I>(waves.phase(channel.pair));
  const I wave = channel.function == Function::sine ? I(sin(angle)) : I(cos(angle));
  return evaluate<I>(waves.amplitude) * wave;
}

}  // namespace sextant::exact
