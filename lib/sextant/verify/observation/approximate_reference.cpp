#include "sextant/verify/observation/approximate_reference.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/number/round.hpp"
#include "sextant/number/ulp.hpp"
#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/rows/approximate_scale.hpp"

namespace sextant::verify {
namespace {

// KMargin for float64, whose errors are of the size of those of the reference.
constexpr double kOfDoubles = 64;
// As a fraction of the amplitude; larger tolerances are uninformative.
constexpr double kUninformative = 0.25;
// Half an ulp, with an allowance for errors of doubles
//                                                                                  verdict.md, (31)
constexpr double kHalf = 0.51;
constexpr std::size_t kMostCompared = 24;  // maximum number of columns compared by ask()

/// Returns the narrower of the format of angles and the format computed in.
Format computed_in(const recipe::ComputeFormats& formats) {
  const auto& angle = formats.intermediate.angle;
  return angle && angle->precision < formats.compute.precision ? *angle : formats.compute;
}

/// Returns a position, in units of 1/parts, after its intermediate rounding.  It stays unrounded if
/// it overflows.
double counted(const recipe::IntermediateRoundings& intermediate, std::uint64_t parts, Position p) {
  const auto exactly = static_cast<double>(p);
  if (!intermediate.position) return exactly;
  if (parts == 1 && std::abs(exactly) < 0x1p53) {
    const double held = round_to(*intermediate.position, exactly, intermediate.rounding);
    return std::isfinite(held) ? held : exactly;
  }
  const Rational counted_in(Integer{parts});
  const Number n =
      round(*intermediate.position, Rational(to_rational(p) / counted_in), intermediate.rounding);
  return n.finite() ? to_double(n) * static_cast<double>(parts) : static_cast<double>(p);
}

/// Returns the tolerance of an entry as a fraction of the amplitude, whether informative or not.
///                                                                             verdict.md, (13)
double tolerance(const Format& store, const Format& compute, double angle) {
  const Noise blur = noise(store, compute, angle);
  const double margin = compute == kFloat64 ? kOfDoubles : kMargin;
  const double stored = std::ldexp(1.0, -store.precision);
  return kMargin * stored + margin * (blur.own - stored + blur.shared);
}

bool is_bias(Function f) { return f >= Function::proportional; }

/// Returns whether a column tells positions apart: it is a wave, or has another value at each
/// distance.
bool tells_positions(const Chart& chart, Function f) {
  if (is_wave(f) || (is_bias(f) && f != Function::formula)) return true;
  return f == Function::formula && (std::holds_alternative<Kerple>(*chart.waves.formula) ||
                                    std::holds_alternative<XposForm>(*chart.waves.formula));
}

}  // namespace

std::optional<double> allowance(const Format& store, const Format& compute, double angle) {
  const double allowed = tolerance(store, compute, angle);
  return allowed <= kUninformative ? std::optional(allowed) : std::nullopt;
}

ApproximateReference::ApproximateReference(const Chart& chart,
                                           const recipe::ComputeFormats& formats,
                                           const Format& store)
    : waves_(chart.waves),
      channels_(chart.channels),
      frequencies_(approximate_frequencies(waves_)),
      store_(store),
      compute_(computed_in(formats)),
      intermediate_(formats.intermediate),
      scale_(static_cast<double>(waves_.scale)),
      origin_(static_cast<double>(waves_.origin)),
      amplitude_(approximate(waves_.amplitude)) {
  for (const CoordinateStep& step : waves_.coordinate.steps)
    if (step.operation == CoordinateStep::Operation::sum)
      terms_ = std::abs(static_cast<double>(
          Rational(step.error / 4 * waves_.scale * Rational(Integer(waves_.parts)) / step.number)));
  if (waves_.formula) formula_ = std::make_shared<const exact::Oracle>(chart);
  for (int pair = 0; pair < waves_.pairs(); ++pair)
    phases_.push_back(static_cast<double>(waves_.phase(pair)));
  for (std::size_t j = 0; j < channels_.size(); ++j) {
    if (tells_positions(chart, channels_[j].function)) columns_.push_back(j);
  }
  std::stable_sort(columns_.begin(), columns_.end(),
                   [&](std::size_t a, std::size_t b) { return step(a) > step(b); });
  const std::size_t apart = (columns_.size() + kMostCompared - 1) / kMostCompared;
  for (std::size_t k = 0; k < columns_.size(); k += apart) asked_.push_back(columns_[k]);
  stored_ = tolerance(store_, compute_, 0);
  computed_ = tolerance(store_, compute_, 1) - stored_;
}

double ApproximateReference::allowed(double angle) const {
  return stored_ + computed_ * std::abs(angle);
}

ApproximateReference::Entry ApproximateReference::bias(const Channel& c, Position p) const {
  const auto moved = static_cast<double>(p) + origin_;
  const double least = std::ldexp(kMargin, store_.emin - store_.precision);
  if (const auto* xpos = waves_.formula ? std::get_if<XposForm>(&*waves_.formula) : nullptr) {
    // The relative error grows with the exponent.                                  bias.md, (14)
    const double quotient = scale_ * moved / static_cast<double>(xpos->of.scale_base);
    const double power = xpos->floors ? std::floor(quotient) : quotient;
    const auto zeta = static_cast<double>(sextant::zeta(*xpos, c.pair));
    const double scale = std::pow(zeta, xpos->of.of == Xpos::Of::keys ? -power : power);
    return {scale, scale * allowed(1 + 8 * std::abs(power)) + least};
  }
  const double want = c.function == Function::formula
                          ? exact::near(formula_->ball(p, c)).high
                          : scale_ * (c.function == Function::distance ? std::abs(moved) : moved) *
                                frequencies_[static_cast<std::size_t>(c.pair)];
  return {want, std::abs(want) * allowed(1) + least};
}

double ApproximateReference::step(std::size_t column) const {
  if (channels_[column].function == Function::formula) return 0;
  return std::abs(scale_ * frequencies_[static_cast<std::size_t>(channels_[column].pair)]);
}

std::optional<ApproximateReference::Entry> ApproximateReference::entry(const Channel& c,
                                                                       Position p) const {
  double angle = 0;
  auto found = rough(c, p, angle);
  if (!found || c.function == Function::zero) return found;
  const bool blank = is_wave(c.function) && is_blank(c, waves_.zero_row, p);
  const double scale = is_wave(c.function) ? approximate_scale(waves_, p, c.pair) : 1;
  found->fine = blank ? found->within : finely(found->want, angle, scale);
  return found;
}

std::optional<ApproximateReference::Entry> ApproximateReference::rough(const Channel& c, Position p,
                                                                       double& angle) const {
  if (c.function == Function::zero) return Entry{};
  if (is_bias(c.function)) return bias(c, p);
  const double omega = frequencies_[static_cast<std::size_t>(c.pair)];
  if (c.function == Function::frequency) {  // its relative error is that of an angle of 1
    const double least = std::ldexp(4.0, store_.emin - store_.precision);
    if (allowed(1) > kUninformative) return std::nullopt;
    angle = omega;
    return Entry{omega, std::abs(omega) * allowed(1) + least};
  }
  if (!is_wave(c.function)) return std::nullopt;
  angle = scale_ * (counted(intermediate_, waves_.parts, p) + origin_) * omega +
          phases_[static_cast<std::size_t>(c.pair)];
  const double wave = c.function == Function::sine ? std::sin(angle) : std::cos(angle);
  angle = std::abs(angle) + terms_ * std::abs(omega);
  const double within = allowed(angle);
  if (!(within <= kUninformative)) return std::nullopt;
  const double amplitude = amplitude_ * approximate_scale(waves_, p, c.pair);
  const double size = std::abs(amplitude);
  if (is_blank(c, waves_.zero_row, p)) return Entry{0, size * within};
  return Entry{amplitude * wave, size * within};
}

double ApproximateReference::finely(double wave, double angle, double scale) const {
  const double unit = std::ldexp(compute_ == kFloat64 ? 4.0 : 1.0, -compute_.precision);
  return std::ldexp(kHalf, ulp_exponent(store_, wave)) +
         (20 * std::abs(amplitude_ * scale * angle) + 8 * std::abs(wave)) * unit;
}

double ApproximateReference::Entry::square_off(double got, Tolerance tolerance) const {
  const double off = std::abs(got - want);
  if (off == 0) return 0;
  const double part = off / (tolerance == Tolerance::rough ? within : fine);
  return part * part;
}

ApproximateReference::Answer ApproximateReference::ask(std::span<const double> row, Position p,
                                                       std::size_t most) const {
  Answer answer;
  double angle = 0;
  for (const std::size_t j : asked_) {
    if (!std::isfinite(row[j])) continue;
    const auto truth = rough(channels_[j], p, angle);
    if (!truth) continue;
    ++answer.asked;
    if (std::abs(row[j] - truth->want) <= truth->within) continue;
    if (++answer.differ > most) break;
  }
  return answer;
}

double ApproximateReference::misfit(std::span<const double> row, Position p) const {
  double most = 0;
  for (const std::size_t j : columns_) {
    const auto want = std::isfinite(row[j]) ? entry(channels_[j], p) : std::nullopt;
    if (want) most = std::max(most, want->square_off(row[j], Tolerance::fine));
  }
  return most;
}

}  // namespace sextant::verify
