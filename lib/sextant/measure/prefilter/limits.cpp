#include "sextant/measure/prefilter/limits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace sextant::measure {
namespace {

constexpr double kDownward = 1 - 0x1p-40;  // covers relative errors; measures.md, (15)
constexpr double kEverything = std::numeric_limits<double>::infinity();
constexpr double kLess = 1 - 0x1p-18;  // covers those of 32 bits; measures.md, (32)

float narrowed(double limit) { return static_cast<float>(limit); }

}  // namespace

LimitsOf::LimitsOf(const Format& format, const std::vector<double>& steps, std::size_t padded)
    : unit_(std::ldexp(1.0, 1 - format.precision)),
      blur_(format == kFloat64 ? Blur{std::ldexp(1.0, kSplitBlur), 0x1p-71, 0}
                               : Blur{std::ldexp(1.0, kRotationBlur), 0x1p-42, 0x1p-44}),
      steps_(steps) {
  steps_.resize(padded, steps.empty() ? 0 : steps.back());
  for (double& step : steps_) step = std::abs(step);
  for (auto* part : {&limits_.cross, &limits_.near, &limits_.far, &limits_.beyond})
    part->resize(padded, kEverything);
  limits_.sharp.angle.resize(padded);
  for (auto* part : {&limits_.narrow.near, &limits_.narrow.far, &limits_.narrow.beyond})
    part->resize(padded);
}

LimitsOf::Mark LimitsOf::mark(const MaxError& max_error, Position least) {
  return {max_error.value, !max_error.empty() && least > max_error.witness.position};
}

const Limits& LimitsOf::of(const ErrorStatistics& statistics, Position least) {
  const std::array<Mark, 5> now = {mark(statistics.absolute, least), mark(statistics.ulps, least),
                                   mark(statistics.steps, least), mark(statistics.phase, least),
                                   mark(statistics.positions, least)};
  if (fresh_ || now != marks_) {
    entries(now[0], now[1], now[2]);
    if (fresh_ || now[3] != marks_[3] || now[4] != marks_[4]) pairs(now[3], now[4]);
    marks_ = now;
    fresh_ = false;
  }
  return limits_;
}

void LimitsOf::entries(const Mark& absolute, const Mark& ulps, const Mark& steps) {
  // An infinite maximum can only be equalled by other infinities. measures.md, (21)
  constexpr double largest = std::numeric_limits<double>::max();
  limits_.sharp.absolute = std::min(absolute.value, largest) * kDownward;
  limits_.sharp.ulps = std::min(ulps.value, largest) * kDownward;
  limits_.absolute = limits_.sharp.absolute - blur_.entry;
  limits_.ulps = limits_.sharp.ulps * unit_;
  // A double of 2⁵³ or more represents several counts.
  const double most = std::min(steps.value, 0x1.fffffffffffffp62);
  const double fewer = std::min(most - 1, std::nextafter(most, -1));
  limits_.steps = static_cast<std::int64_t>(steps.later ? most : fewer);
  limits_.correct = limits_.steps < 0 ? -1 : std::min(ulps.value, 0.5) * kDownward * unit_;
}

void LimitsOf::pairs(const Mark& phase, const Mark& positions) {
  constexpr double pi = std::numbers::pi;
  const double narrower = 8 * unit_ / 2;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    // No phase exceeds π: a maximum of π can only be equalled.
    const bool full = phase.later && phase.value >= pi;
    const bool full_too = positions.later && pi / steps_[i] <= positions.value;
    const double product = positions.value * steps_[i];  // NaN for 0 positions and infinite steps
    const double met = std::isfinite(positions.value) && product >= 0 ? product : -1;
    const double most = std::min(full ? kEverything : phase.value, full_too ? kEverything : met);
    limits_.sharp.angle[i] = most * kDownward;
    const double angle = limits_.sharp.angle[i] - blur_.angle;
    limits_.cross[i] = angle > 1 ? kEverything : angle * (1 - narrower);
    const double sine = std::sin(std::clamp(angle, 0.0, 1.0)) - blur_.sine;
    limits_.near[i] = sine > 0 ? sine * sine : -1;
    const double cosine = std::cos(std::clamp(angle, 0.0, pi)) + 0x1p-40;
    limits_.far[i] = angle > pi ? -kEverything : cosine * std::abs(cosine);
    const double rest = std::sin(std::clamp(angle, 0.0, pi)) + 0x1p-40;
    limits_.beyond[i] = angle > 1.6 ? rest * rest : kEverything;
    limits_.narrow.near[i] = narrowed(limits_.near[i] > 0x1p-80 ? limits_.near[i] * kLess : -1);
    limits_.narrow.far[i] = narrowed(limits_.far[i] + 0x1p-18);
    limits_.narrow.beyond[i] = narrowed(limits_.beyond[i] / kLess);
  }
}

}  // namespace sextant::measure
