#include "sextant/exact/oracle.hpp"

#include <utility>

namespace sextant::exact {

Oracle::Oracle(Chart chart)
    : chart_(std::make_shared<const Chart>(std::move(chart))),
      enclosed_(std::make_shared<const Frequencies>(chart_->waves)),
      quick_(&Quick::instance()) {
  const Waves& w = chart_->waves;
  if (w.amplitude != 1 && w.amplitude != 0) amplitude_ = Factor::of(w.amplitude);
  silent_ = w.amplitude == 0;
  frozen_ = w.scale == 0;
  plain_ = w.amplitude == 1 && !frozen_;
  if (is_integer(w.origin) && abs(w.origin) <= to_rational(kLargestPosition))
    still_ = to_position(-w.origin);
  steps_ = enclosed_->turns(1);
  if (w.origin != 0) starts_ = enclosed_->turns(w.origin);
  frequencies_ = enclosed_->balls();
}

Turn Oracle::turn(Position position, int pair) const {
  const auto i = static_cast<std::size_t>(pair);
  if (position == still_ || frozen_) return {};
  const Turn turn = position * steps_[i];
  return starts_.empty() ? turn : turn + starts_[i];
}

SineCosine Oracle::pair(Position position, int pair) const {
  if (silent_) return {};
  SineCosine result = sine_cosine(turn(position, pair));
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
  // One comparison for both: which of them it is, nobody foresees.
  static_assert(Function::sine < Function::cosine && Function::cosine < Function::zero);
  if (plain_ && channel.function <= Function::cosine && Quick::serves(format)) {
    // The upper 64 bits of the turn, off by three units at most: the rest of two products and of
    // the start is cut.                                                            turn.md, (16)
    const auto i = static_cast<std::size_t>(channel.pair);
    const std::uint64_t p = magnitude(position);
    const std::uint64_t way =
        p * steps_[i].high + static_cast<std::uint64_t>((Bits{p} * steps_[i].middle) >> 64);
    const std::uint64_t start = starts_.empty() ? 0 : starts_[i].high;
    const bool cosine = channel.function == Function::cosine;
    double value = 0;
    if (quick_->nearest(format, (position < 0 ? 0 - way : way) + start, cosine, value))
      return {value, true};
  }
  return from_ball(format, position, channel);
}

Oracle::Rounded Oracle::from_ball(const Format& format, Position position,
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
