#pragma once

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/exact/expression_enclosure.hpp"
#include "sextant/number/real.hpp"

namespace sextant::exact {

/// The definition, evaluated in intervals.  Every operation rounds outward, so the result encloses
/// the true value, at any integer or rational position.  Waves must be settled (evaluate.hpp).

/// A frequency without its factor.
template <class I>
I unscaled(const Frequency& f) {
  I result = enclose<I>(f.coefficient);
  if (f.base != 1 && f.exponent != 0)
    result *= exp(I(enclose<I>(f.exponent) * log(enclose<I>(f.base))));
  for (int k = f.pi_power; k > 0; --k) result *= enclose_pi<I>();
  for (int k = f.pi_power; k < 0; ++k) result /= enclose_pi<I>();
  return result;
}

/// ω in radians per position, before any scale.
template <class I>
I frequency(const Waves& waves, int pair) {
  const Frequency& f = waves.frequencies[static_cast<std::size_t>(pair)];
  return f.factor == 1 ? unscaled<I>(f) : I(unscaled<I>(f) * evaluate<I>(f.factor));
}

/// Whether the row of a position is all zeros.  Always false for frequencies, which have no
/// position.
inline bool in_zero_row(const Waves& waves, const Rational& position, const Channel& channel) {
  return waves.zero_row && !is_frequency(channel.function) &&
         position == to_rational(*waves.zero_row);
}

/// The factor of the frequency in a channel of multiples: (position + origin)·scale, or |position +
/// origin|·scale.
inline Rational multiple(const Waves& waves, const Rational& position, Function function) {
  const Rational moved = position + waves.origin;
  return (function == Function::distance ? Rational(abs(moved)) : moved) * waves.scale;
}

/// The settled value of a formula at a position.
inline Expression cell(const Waves& waves, const Rational& position, const Channel& channel) {
  const Rational place = position + waves.origin;
  return settled(sextant::cell(*waves.formula, place, channel.pair, waves.scale));
}

/// The settled factor of a pair's sines and cosines at a position.
inline Expression settled_amplitude(const Waves& waves, const Rational& position, int pair) {
  return waves.xpos ? settled(amplitude_at(waves, position, pair)) : waves.amplitude;
}

/// The value of a channel, according to its function (chart.hpp).
template <class I>
I value(const Waves& waves, const Rational& position, const Channel& channel) {
  if (channel.function == Function::zero) return I(0);
  if (in_zero_row(waves, position, channel)) return I(0);
  if (channel.function == Function::formula) return evaluate<I>(cell(waves, position, channel));
  if (is_reciprocal(channel.function)) return evaluate<I>(reciprocal(waves, channel));
  I omega = frequency<I>(waves, channel.pair);
  if (is_frequency(channel.function)) return omega;
  I angle = enclose<I>(multiple(waves, position, channel.function)) * omega;
  if (!(channel.function < Function::zero)) return angle;
  if (!waves.phases.empty()) angle += enclose<I>(waves.phase(channel.pair));
  if (channel.function == Function::negated_sine) angle = -angle;
  const I wave = channel.function == Function::cosine ? I(cos(angle)) : I(sin(angle));
  return evaluate<I>(settled_amplitude(waves, position, channel.pair)) * wave;
}

}  // namespace sextant::exact
