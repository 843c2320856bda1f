#include "sextant/exact/oracle.hpp"

#include <utility>

#include "sextant/exact/angle/arc.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/exact/formula.hpp"
#include "sextant/exact/rounded.hpp"
#include "sextant/number/real.hpp"
#include "sextant/number/round.hpp"

namespace sextant::exact {
namespace {

Ball ball_of(const Expression& value) {
  const Rational* known = value.rational();
  return known != nullptr ? exact::ball(*known) : exact::ball(factor(value));
}

/// ±`times`, which is not 0.
Factor whole_factor(std::uint64_t times, bool negative) {
  const int up = 126 - highest_bit(Bits{times});
  return {negative, Bits{times} << up, -up, true};
}

/// An exact ball times ±`times`; nullopt if the ball is not exact, or if the product has more than
/// 126 bits.  This is much faster than a product of rationals.
std::optional<Ball> whole_multiple(const Ball& ball, std::uint64_t times, bool negative) {
  if (ball.radius != 0) return std::nullopt;
  if (ball.mid == 0) return Ball{};
  const auto size = static_cast<Bits>(ball.mid < 0 ? -ball.mid : ball.mid);
  const int zeros = highest_bit(size & ~(size - 1));
  if (highest_bit(size >> zeros) + highest_bit(Bits{times}) > 124) return std::nullopt;
  return Ball{with_sign((size >> zeros) * times, negative != (ball.mid < 0)), 0,
              ball.exponent + zeros};
}

/// The smallest integer position at or after `place`; at most kLargestPosition + 1.
Position least_from(const Rational& place) {
  const Rational limit = to_rational(kLargestPosition);
  if (place > limit) return kLargestPosition + 1;
  if (place < -limit) return -kLargestPosition - 1;
  return to_position(-*floor(Expression(-place)).rational());
}

}  // namespace

struct Oracle::XposLogarithms {
  using I = Interval<50>;

  explicit XposLogarithms(const Waves& waves) {
    for (int pair = 0; pair < waves.pairs(); ++pair)
      of.push_back(log(enclose<I>(zeta(*waves.xpos, pair))));
  }

  std::vector<I> of;  ///< ln ζ of each pair
};

Oracle::Oracle(Chart chart)
    : chart_(std::make_shared<const Chart>(settled(std::move(chart)))),
      enclosed_(std::make_shared<const Frequencies>(chart_->waves)),
      quick_(&Quick::instance()) {
  const Waves& w = chart_->waves;
  if (w.amplitude != 1 && w.amplitude != 0) amplitude_ = factor(w.amplitude);
  silent_ = w.amplitude == 0;
  frozen_ = w.scale == 0;
  plain_ = w.of_size_1() && !frozen_ && !w.zero_row;
  if (w.phases.empty() && is_integer(w.origin) && abs(w.origin) <= to_rational(kLargestPosition))
    still_ = to_position(-w.origin);
  if (w.xpos) xpos_logarithms_ = std::make_shared<const XposLogarithms>(w);
  steps_ = enclosed_->turns(1);
  starts_ = enclosed_->starts();
  frequencies_ = enclosed_->balls();
  prepare_multiples();
}

/// Rational slopes, such as powers of two, have exact multiples.
void Oracle::prepare_multiples() {
  const auto& channels = chart_->channels;
  if (channels.empty() || channels[0].function < Function::frequency) return;
  for (std::size_t pair = 0; pair < frequencies_.size(); ++pair) {
    const Expression slope = waves().frequencies[pair].expression();
    const Rational* known = slope.rational();
    slopes_.push_back(known != nullptr ? std::optional(*known) : std::nullopt);
    if (known != nullptr) frequencies_[pair] = exact::ball(*known);
  }
}

Ball Oracle::multiple(Position position, const Channel& channel) const {
  const auto i = static_cast<std::size_t>(channel.pair);
  if (still_ && abs(waves().scale) == 1) {
    const Position moved = position - *still_;
    if (-kLargestPosition <= moved && moved <= kLargestPosition) {
      const bool backward = moved < 0 && channel.function != Function::distance;
      const bool negative = backward != (waves().scale < 0);
      const std::uint64_t times = magnitude(moved);
      if (times == 0) return {};
      if (!slopes_[i]) return frequencies_[i] * whole_factor(times, negative);
      if (auto exactly = whole_multiple(frequencies_[i], times, negative)) return *exactly;
    }
  }
  const Rational times = exact::multiple(waves(), to_rational(position), channel.function);
  if (slopes_[i]) return exact::ball(Rational(times * *slopes_[i]));
  return times == 0 ? Ball{} : frequencies_[i] * Factor::of(times);
}

Ball Oracle::formula(Position position, const Channel& channel) const {
  // Rows between two steps of a query scale have the same value, which is computed once.
  struct Known {
    std::shared_ptr<const Chart> chart;
    Position first = 0, next = 0;
    Ball ball;
  };
  thread_local Known known;
  if (known.chart == chart_ && known.first <= position && position < known.next) return known.ball;
  const Ball ball = ball_of(cell(waves(), to_rational(position), channel));
  const auto* scale = std::get_if<QueryScaleForm>(&*waves().formula);
  if (scale != nullptr && scale->is_staircase()) {
    const Rational place = to_rational(position) + waves().origin;
    const Rational number = logarithm_argument(*scale, place) - 1;
    const Rational first = number * scale->of.original - waves().origin;
    known = {chart_, least_from(first), least_from(first + scale->of.original), ball};
  }
  return ball;
}

/// ζ^e = exp(e·ln ζ), cut off to a factor if both ends of its enclosure are cut off alike.
Factor Oracle::xpos_scale(Position position, int pair) const {
  struct Known {  // both functions of a pair have one scale
    std::shared_ptr<const Chart> chart;
    Position position = 0;
    int pair = 0;
    Factor scale;
  };
  thread_local Known known;
  if (known.chart == chart_ && known.position == position && known.pair == pair) return known.scale;
  const Waves& w = waves();
  const Rational place = to_rational(position) + w.origin - w.xpos->of.centre;
  const Rational power = exponent(*w.xpos, place);
  Factor scale;
  if (power != 0) {
    const XposLogarithms::I x = exp(XposLogarithms::I(
        enclose<XposLogarithms::I>(power) * xpos_logarithms_->of[static_cast<std::size_t>(pair)]));
    const LeadingBits low = leading_bits(&x.backend().data()[0].left);
    const LeadingBits high = leading_bits(&x.backend().data()[0].right);
    const bool alike =
        low.exponent == high.exponent && low.significand >> 1 == high.significand >> 1;
    scale = alike ? Factor{false, high.significand >> 1, high.exponent + 1, false}
                  : factor(settled(cell(*w.xpos, place, pair)));
  }
  known = {chart_, position, pair, scale};
  return scale;
}

Turn Oracle::turn(Position position, int pair) const {
  const auto i = static_cast<std::size_t>(pair);
  if (position == still_) return {};
  if (frozen_ || steps_[i].radius == 0) return waves().phases.empty() ? Turn{} : starts_[i];
  const Turn turn = position * steps_[i];
  return starts_.empty() ? turn : turn + starts_[i];
}

SineCosine Oracle::pair(Position position, int pair) const {
  if (silent_ || position == waves().zero_row) return {};
  SineCosine result = sine_cosine(turn(position, pair));
  if (xpos_logarithms_) {
    const Factor scale = xpos_scale(position, pair);
    result = {result.sine * scale, result.cosine * scale};
  }
  if (amplitude_) return {result.sine * *amplitude_, result.cosine * *amplitude_};
  return result;
}

Ball Oracle::ball(Position position, const Channel& channel) const {
  if (is_reciprocal(channel.function)) return ball_of(reciprocal(waves(), channel));
  if (is_frequency(channel.function)) return frequencies_[static_cast<std::size_t>(channel.pair)];
  if (channel.function == Function::formula) return formula(position, channel);
  if (channel.function == Function::zero) return {};
  if (channel.function > Function::zero) return multiple(position, channel);
  if (silent_) return {};
  const SineCosine values = pair(position, channel.pair);
  if (channel.function == Function::negated_sine)
    return {-values.sine.mid, values.sine.radius, values.sine.exponent};
  return channel.function == Function::sine ? values.sine : values.cosine;
}

FinePhase Oracle::fine_phase(const Channel& channel) const {
  if (!plain_ || !is_wave(channel.function)) return {};  // never certain: the ball decides
  const auto i = static_cast<std::size_t>(channel.pair);
  const Bits quarter = Bits{channel.function == Function::cosine} << 126;
  const Turn start = starts_.empty() ? Turn{} : starts_[i];
  return {steps_[i].high, steps_[i].middle, steps_[i].low,
          quarter + (Bits{start.high} << 64 | start.middle)};
}

Phase Oracle::phase(const Channel& channel) const {
  const FinePhase fine = fine_phase(channel);
  return {fine.high, fine.middle, static_cast<std::uint64_t>(fine.start >> 64)};
}

Oracle::Rounded Oracle::nearest(const Format& format, Position position,
                                const Channel& channel) const {
  double value = 0;
  if (Quick::serves(format) &&
      quick_->nearest(Quick::Dropped::by(format), phase(channel).at(position), value))
    return {value, true};
  if (format == kFloat64 && FixedSine::instance().nearest(fine_phase(channel).at(position), value))
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
  const NearestNumber slow = exact::nearest(format, waves(), to_rational(position), channel);
  return {to_double(slow.number), slow.decided};
}

Oracle::Rounded nearest(const Format& format, const Truth& truth, const Ball& ball) {
  if (const auto fast = exact::nearest(format, ball)) return {*fast, true};
  const NearestNumber slow = nearest(format, truth);
  return {to_double(slow.number), slow.decided};
}

}  // namespace sextant::exact
