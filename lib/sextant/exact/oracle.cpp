#include "sextant/exact/oracle.hpp"

#include <utility>

#include "sextant/exact/evaluate.hpp"

namespace sextant::exact {

Oracle::Oracle(Chart chart)
    : chart_(std::make_shared<const Chart>(settled(std::move(chart)))),
      enclosed_(std::make_shared<const Frequencies>(chart_->waves)),
      quick_(&Quick::instance()) {
  const Waves& w = chart_->waves;
  if (w.amplitude != 1 && w.amplitude != 0) amplitude_ = factor(w.amplitude);
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
  if (position == still_ || frozen_ || steps_[i].radius == 0) return {};
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

Phase Oracle::phase(const Channel& channel) const {
  static_assert(Function::sine < Function::cosine && Function::cosine < Function::zero);
  if (!plain_ || channel.function > Function::cosine) return {};  // never sure: the ball decides
  const auto i = static_cast<std::size_t>(channel.pair);
  const std::uint64_t quarter = std::uint64_t{channel.function == Function::cosine} << 62;
  return {steps_[i].high, steps_[i].middle, quarter + (starts_.empty() ? 0 : starts_[i].high)};
}

Oracle::Rounded Oracle::nearest(const Format& format, Position position,
                                const Channel& channel) const {
  double value = 0;
  if (Quick::serves(format) &&
      quick_->nearest(Quick::Dropped::by(format), phase(channel).at(position), value))
    return {value, true};
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
