#include "sextant/exact/oracle.hpp"

#include <utility>

#include "sextant/encoding/error.hpp"
#include "sextant/exact/formula.hpp"
#include "sextant/number/real.hpp"
#include "sextant/number/round.hpp"

namespace sextant::exact {
namespace {

Integer floor(const Rational& x) {
  Integer whole = numerator(x) / denominator(x);
  if (x < 0 && Rational(whole) != x) --whole;
  return whole;
}

/// x modulo one in units of 2⁻¹⁹², off by one at most: the interval is narrower than 2⁻¹⁹⁴, and
/// rounding costs half a unit.  Nothing where the interval is wider.            turn.md, (1)
template <unsigned Digits>
std::optional<Turn> to_turn(const Interval<Digits>& x) {
  const Number lower = lower_end(x);
  const Number upper = upper_end(x);
  if (!lower.finite() || !upper.finite()) return std::nullopt;
  const Rational low = to_rational(lower);
  if (to_rational(upper) - low > power_of_two(-194)) return std::nullopt;
  const Integer limbs = floor(low * power_of_two(192) + Rational(1, 2)) & ((Integer(1) << 192) - 1);
  const Integer mask(~std::uint64_t{0});
  return Turn{static_cast<std::uint64_t>(Integer((limbs >> 128) & mask)),
              static_cast<std::uint64_t>(Integer((limbs >> 64) & mask)),
              static_cast<std::uint64_t>(Integer(limbs & mask)), 1};
}

/// An enclosure with a 126-bit midpoint.  Cutting the lower end costs a unit, and the interval of
/// 332 bits is far narrower than another.
Ball to_ball(const Enclosure& enclosure) {
  if (enclosure.lower.zero() && enclosure.upper.zero()) return {};
  if (!enclosure.lower.finite() || enclosure.lower.zero()) {
    throw Error("a frequency is beyond 2^±268435456");
  }
  const Factor factor = Factor::of(to_rational(enclosure.lower));
  const auto mantissa = static_cast<Ordinal>(factor.mantissa >> 1);
  const bool point =
      factor.exact && enclosure.lower == enclosure.upper && (factor.mantissa & 1) == 0;
  return {factor.negative ? -mantissa : mantissa, point ? Bits{0} : Bits{4}, factor.exponent + 1};
}

}  // namespace

Turn turn_at(const Waves& waves, int pair, const Rational& steps) {
  for (int rung = 1; rung < kRungs; ++rung) {
    const auto turn = on_rung(rung, [&]<class I>(std::type_identity<I>) {
      return to_turn(I(enclose<I>(Rational(steps * waves.scale)) * frequency<I>(waves, pair) /
                       (enclose_pi<I>() * I(2))));
    });
    if (turn) return *turn;
  }
  throw Error("the frequency of pair " + std::to_string(pair) +
              " is beyond what can be reduced modulo a turn");
}

Oracle::Oracle(Chart chart) : chart_(std::move(chart)) {
  const Waves& w = chart_.waves;
  if (w.amplitude != 1 && w.amplitude != 0) amplitude_ = Factor::of(w.amplitude);
  silent_ = w.amplitude == 0;
  frozen_ = w.scale == 0;
  if (is_integer(w.origin) && abs(w.origin) <= to_rational(kLargestPosition))
    still_ = to_position(-w.origin);
  for (int pair = 0; pair < w.pairs(); ++pair) {
    steps_.push_back(turn_at(w, pair, 1));
    if (w.origin != 0) starts_.push_back(turn_at(w, pair, w.origin));
    frequencies_.push_back(to_ball(enclosure(w, 0, {Function::frequency, pair}, 1)));
  }
}

SineCosine Oracle::pair(Position position, int pair) const {
  if (silent_) return {};
  const auto i = static_cast<std::size_t>(pair);
  Turn turn;
  if (position != still_ && !frozen_) {
    turn = position * steps_[i];
    if (!starts_.empty()) turn = turn + starts_[i];
  }
  SineCosine result = sine_cosine(turn);
  if (amplitude_) result = {result.sine * *amplitude_, result.cosine * *amplitude_};
  return result;
}

Ball Oracle::ball(Position position, const Channel& channel) const {
  if (channel.function == Function::frequency)
    return frequencies_[static_cast<std::size_t>(channel.pair)];
  if (channel.function == Function::zero || silent_) return {};
  const SineCosine values = pair(position, channel.pair);
  return channel.function == Function::sine ? values.sine : values.cosine;
}

Oracle::Rounded Oracle::nearest(const Format& format, Position position,
                                const Channel& channel) const {
  return nearest(format, position, channel, ball(position, channel));
}

Oracle::Rounded Oracle::nearest(const Format& format, Position position, const Channel& channel,
                                const Ball& ball) const {
  if (const auto fast = exact::nearest(format, ball)) return {*fast, true};
  const Nearest slow = exact::nearest(format, waves(), to_rational(position), channel);
  return {to_double(slow.number), slow.decided};
}

}  // namespace sextant::exact
