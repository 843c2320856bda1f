#include "sextant/verify/diagnosis/rough_truth.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/number/round.hpp"
#include "sextant/number/ulp.hpp"
#include "sextant/verify/diagnosis/approximate.hpp"
#include "sextant/verify/diagnosis/estimate.hpp"

namespace sextant::verify {
namespace {

constexpr double kOfDoubles = 64;      // of float64's, whose roundings this look's own are like
constexpr double kSaysNothing = 0.25;  // a tolerance beyond this part of the amplitude
constexpr double kHalf = 0.51;         // an ulp, with what doubles are off

/// What a claim's angles are computed in, rounded on the way or not.
Format computed_in(const recipe::ComputeFormats& formats) {
  const auto& angle = formats.intermediate.angle;
  return angle && angle->precision < formats.compute.precision ? *angle : formats.compute;
}

/// A position as a program counts it, in parts, that rounds it to a format; what overflows there
/// stays.
double counted(const recipe::IntermediateRoundings& intermediate, std::uint64_t parts, Position p) {
  if (!intermediate.position) return static_cast<double>(p);
  const Rational counted_in(Integer{parts});
  const Number n =
      round(*intermediate.position, Rational(to_rational(p) / counted_in), intermediate.rounding);
  return n.finite() ? to_double(n) * static_cast<double>(parts) : static_cast<double>(p);
}

}  // namespace

std::optional<double> allowance(const Format& store, const Format& compute, double angle) {
  const Noise blur = noise(store, compute, angle);
  const double margin = compute == kFloat64 ? kOfDoubles : kMargin;
  const double allowed = margin * (blur.own + blur.shared);
  return allowed <= kSaysNothing ? std::optional(allowed) : std::nullopt;
}

RoughTruth::RoughTruth(const Claim& claim, const Format& store)
    : waves_(claim.chart.waves),
      channels_(claim.chart.channels),
      frequencies_(approximate_frequencies(waves_)),
      store_(store),
      compute_(computed_in(claim.formats)),
      intermediate_(claim.formats.intermediate),
      scale_(static_cast<double>(waves_.scale)),
      origin_(static_cast<double>(waves_.origin)),
      amplitude_(approximate(waves_.amplitude)) {
  for (int pair = 0; pair < waves_.pairs(); ++pair)
    phases_.push_back(static_cast<double>(waves_.phase(pair)));
  for (std::size_t j = 0; j < channels_.size(); ++j) {
    if (is_wave(channels_[j].function)) columns_.push_back(j);
  }
  std::stable_sort(columns_.begin(), columns_.end(),
                   [&](std::size_t a, std::size_t b) { return step(a) > step(b); });
}

double RoughTruth::step(std::size_t column) const {
  return std::abs(scale_ * frequencies_[static_cast<std::size_t>(channels_[column].pair)]);
}

std::optional<RoughTruth::Entry> RoughTruth::entry(const Channel& c, Position p) const {
  if (c.function == Function::zero) return Entry{};
  const double omega = frequencies_[static_cast<std::size_t>(c.pair)];
  if (c.function == Function::frequency) {  // it errs as an angle of 1 does, relatively
    const double least = std::ldexp(4.0, store_.emin - store_.precision);
    const auto allowed = allowance(store_, compute_, 1);
    if (!allowed) return std::nullopt;
    return Entry{omega, std::abs(omega) * *allowed + least, finely(omega, omega)};
  }
  if (!is_wave(c.function)) return std::nullopt;
  const double angle = scale_ * (counted(intermediate_, waves_.parts, p) + origin_) * omega +
                       phases_[static_cast<std::size_t>(c.pair)];
  const auto allowed = allowance(store_, compute_, angle);
  if (!allowed) return std::nullopt;
  const double size = std::abs(amplitude_);
  if (is_blank(c, waves_.zero_row, p)) return Entry{0, size * *allowed, size * *allowed};
  const double wave = c.function == Function::sine ? std::sin(angle) : std::cos(angle);
  return Entry{amplitude_ * wave, size * *allowed, finely(amplitude_ * wave, angle)};
}

double RoughTruth::finely(double wave, double angle) const {
  const double unit = std::ldexp(compute_ == kFloat64 ? 4.0 : 1.0, -compute_.precision);
  return std::ldexp(kHalf, ulp_exponent(store_, wave)) +
         (20 * std::abs(amplitude_ * angle) + 8 * std::abs(wave)) * unit;
}

double RoughTruth::Entry::square_off(double got, Tolerance tolerance) const {
  const double off = std::abs(got - want);
  if (off == 0) return 0;
  const double part = off / (tolerance == Tolerance::rough ? within : fine);
  return part * part;
}

RoughTruth::Answer RoughTruth::ask(std::span<const double> row, Position p,
                                   std::size_t most) const {
  Answer answer;
  for (const std::size_t j : columns_) {
    if (!std::isfinite(row[j])) continue;
    const auto truth = entry(channels_[j], p);
    if (!truth) continue;
    ++answer.asked;
    if (std::abs(row[j] - truth->want) <= truth->within) continue;
    if (++answer.differ > most) break;
  }
  return answer;
}

}  // namespace sextant::verify
