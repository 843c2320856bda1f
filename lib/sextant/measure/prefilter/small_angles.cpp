#include "sextant/measure/prefilter/small_angles.hpp"

#include <bit>
#include <cmath>

#include "sextant/exact/angle/ball.hpp"

namespace sextant::measure {
namespace {

constexpr double kMost = 0x1.fap-13;  // largest angle: its cosine rounds to 1 in 24 bits

/// 2^−e of a normal number in [2^e, 2^(e+1)).
double inverse_power(double x) {
  constexpr std::uint64_t exponent = std::uint64_t{0x7ff} << 52;
  constexpr std::uint64_t twice_one = std::uint64_t{2046} << 52;
  return std::bit_cast<double>(twice_one - (std::bit_cast<std::uint64_t>(x) & exponent));
}

/// The nearest integer to a number below 2⁵¹.
double nearest_integer(double x) { return (x + 0x1.8p52) - 0x1.8p52; }

}  // namespace

SmallAngles::SmallAngles(const exact::Oracle& oracle, const Format& format)
    : precision_(format.precision),
      whole_(std::ldexp(1.0, precision_)),
      most_per_one_(std::ldexp(1.0, precision_ - 1 - format.emin)) {
  const Waves& waves = oracle.waves();
  if (precision_ > kFloat32.precision || !waves.phases.empty() || waves.origin != 0 ||
      waves.scale == 0 || !waves.of_size_1() || waves.zero_row)
    return;
  const auto scale = exact::Factor::of(waves.scale);
  for (int pair = 0; pair < waves.pairs(); ++pair)
    steps_.push_back(exact::near(oracle.ball(0, {Function::frequency, pair}) * scale).high);
}

/// Two terms of each series are enough.                                          measures.md, (33)
SmallAngles::Approximation SmallAngles::at(Position position, int pair) const {
  if (steps_.empty()) return {};
  const double a = static_cast<double>(position) * steps_[static_cast<std::size_t>(pair)];
  const double a2 = a * a;
  return {a - a * (a2 * (1.0 / 6)), a2 * 0.5 * (1 - a2 * (1.0 / 12)), std::abs(a) < kMost};
}

/// In units of the distance of the truth's two neighbours. measures.md, (34), (35)
SmallAngles::SineEntry SmallAngles::sine(double got, double x, const Limits& limits) const {
  const double size = std::abs(x);
  const double per_one = std::min(inverse_power(size) * (whole_ / 2), most_per_one_);
  const bool normal = per_one < most_per_one_;
  const double t = size * per_one, y = std::abs(got) * per_one;
  const bool there = t >= 1 && y >= (normal ? whole_ / 2 : 1) && y <= whole_ &&
                     std::signbit(got) == std::signbit(x);
  if (!there) return {};
  const double w = nearest_integer(t);
  const double rest = std::abs(t - w);
  const double window = t * 0x1p-49;
  const double steps = std::abs(y - w);
  if (!(rest < 0.5 - window) || (steps == 1 && !(rest > window))) return {};
  const bool towards = (y > w) == (t > w);

  const double error = std::abs(got - x) * (1 + 0x1p-46) + size * 0x1p-49;
  const bool halved = normal && t * (1 - 0x1p-24) < whole_ / 2;
  const bool passed = error < limits.sharp.absolute &&
                      error * per_one * (halved ? 2 : 1) < limits.sharp.ulps &&
                      steps <= static_cast<double>(limits.steps) && error * (2 * whole_) <= 1;
  return {passed, steps == 0 || (steps == 1 && towards), steps};
}

/// The correct cosine is 1. measures.md, (36)
bool SmallAngles::cosine(double got, double lack, const Limits& limits) const {
  const double error = lack * (1 + 0x1p-46) + 0x1p-75;
  return got == 1 && limits.steps >= 0 && error < limits.sharp.absolute &&
         error * whole_ < limits.sharp.ulps;
}

/// For a pair whose cosine is 1. measures.md, (37)
bool SmallAngles::angle_within(double got, const Approximation& truth, double limit) {
  const double cross = (got - truth.sine) * (1 - truth.lack) - truth.lack * truth.sine;
  return std::abs(got) < 0x1p-11 &&
         std::abs(cross) * (1 + 0x1p-18) + std::abs(truth.sine) * 0x1p-48 < limit;
}

/// Such small entries are in class 0 of units.
void SmallAngles::count(std::size_t channel, const SineEntry& entry, PrefilterCounts& seen) const {
  if (entry.steps == 0) return;
  ++seen.misrounded;
  seen.unfaithful += entry.faithful ? 0U : 1U;
  if (seen.classes == nullptr) return;
  seen.classes->channel(channel)[class_of_steps(entry.steps) << Joint::unit_bits(precision_)] += 1;
}

}  // namespace sextant::measure
