#include "sextant/verify/accept/same_arithmetic_check.hpp"

#include <cmath>
#include <limits>

#include "sextant/exact/evaluate.hpp"
#include "sextant/number/round.hpp"
#include "sextant/number/ulp.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"

namespace sextant::verify {

SameArithmeticCheck::SameArithmeticCheck(const Source& source, const exact::Oracle& oracle,
                                         const recipe::Recipe& recipe, const Format& compute)
    : source_(source), oracle_(oracle), recipe_(recipe), compute_(compute) {
  for (int pair = 0; pair < oracle.waves().pairs(); ++pair)
    candidates_.push_back(recipe.candidates(pair));
  const Expression& amplitude = oracle.waves().amplitude;
  factor_ = Wide::from(exact::nearest(Format::bits(kWide), amplitude));
  size_ = recipe::upward(amplitude);
  if (amplitude == 1) return;
  const double u = std::ldexp(1.0, -compute.precision);
  const bool held = amplitude.rational() != nullptr &&
                    to_rational(round(compute, *amplitude.rational())) == *amplitude.rational();
  amplify_ = held ? u : 2 * u * (1 + u);
  underflow_ = std::ldexp(1.0, compute.emin - compute.precision);
}

void SameArithmeticCheck::judge(std::uint64_t row, std::size_t channel, double got, Margin margin,
                                const std::function<Violation()>& place, Counts& counts) const {
  const Channel& c = oracle_.chart().channels[channel];
  const auto& factors = candidates_[static_cast<std::size_t>(c.pair)];
  margin.fraction = std::numeric_limits<double>::infinity();
  if (factors.empty()) return counts.bounded.add(margin, row, channel, place);
  counts.columns.resize(oracle_.chart().width());
  counts.columns[channel].resize(factors.size());
  for (std::size_t k = 0; k < factors.size(); ++k) {
    Count& count = counts.columns[channel][k];
    const recipe::Wave wave = recipe_.wave(recipe_.angle(row, factors[k]), c.function);
    const auto rough = roughly_used(wave, got);
    if (rough && rough->most <= 1) {  // report the upper bound
      margin.fraction = rough->most;
    } else if (rough && rough->least > 1) {
      margin.fraction = rough->least;
    } else {
      margin.fraction = used(wave, got);
    }
    count.add(margin, row, channel, place);
  }
}

/// The exponent of the ulp at a value that need not be a double.  If the value were rounded up to a
/// power of two, its ulp would be twice as large.
int SameArithmeticCheck::ulp_at(const Format& format, const Wide& x) {
  const auto near = static_cast<double>(x);
  const auto more = static_cast<double>(x - Wide(near));
  const bool beyond = more != 0 && std::signbit(more) != std::signbit(near);
  return ulp_exponent(format, beyond ? std::nextafter(near, 0.0) : near);
}

/// Bounds of used(), from the sine of a double, whose relative error is at most 2⁻⁴⁵. nullopt if
/// that is not accurate enough. verdict.md, (12)
std::optional<SameArithmeticCheck::Rough> SameArithmeticCheck::roughly_used(
    const recipe::Wave& wave, double got) const {
  // Half an ulp of a narrower format is much more than the error of a double's sine.
  const bool narrow_enough = compute_ == kFloat32 || source_.format.precision <= kFloat32.precision;
  if (!narrow_enough || amplify_ != 0 || !std::isfinite(wave.angle)) return std::nullopt;
  const double value =
      wave.function == Function::sine ? std::sin(wave.angle) : std::cos(wave.angle);
  const double size = std::abs(value);
  int exponent = 0;
  const double part = std::frexp(size, &exponent);
  // Below 2⁻¹⁴ numbers may be subnormal in some format.
  if (!(size > 0x1p-14)) return std::nullopt;
  const auto used = [&](int binade) {
    double allowed = wave.within;
    if (allowed == 0) allowed = wave.ulps * std::ldexp(1.0, last_place(compute_, binade));
    if (source_.format != compute_) allowed += std::ldexp(0.5, last_place(source_.format, binade));
    return std::abs(got - value) / allowed;
  };
  // Near a power of two the value may lie on the other side of it.
  const double least = used(part < 1 - 0x1p-40 ? exponent - 1 : exponent);
  const double most = used(part > 0.5 + 0x1p-40 ? exponent - 1 : exponent - 2);
  return Rough{least - 0x1p-20 - least * 0x1p-40, most + 0x1p-20 + most * 0x1p-40};
}

double SameArithmeticCheck::used(const recipe::Wave& wave, double got) const {
  if (!std::isfinite(wave.angle)) return std::numeric_limits<double>::infinity();
  const Wide angle(wave.angle);
  const Wide exactly = wave.function == Function::sine ? sin(angle) : cos(angle);
  const Wide value = exactly * factor_;
  const double difference = std::abs(static_cast<double>(Wide(got) - value));
  const double library =
      wave.within > 0 ? wave.within : wave.ulps * std::ldexp(1.0, ulp_at(compute_, exactly));
  const double made = size_ * (std::abs(static_cast<double>(exactly)) + library);
  double allowed = size_ * library + made * amplify_ + underflow_;
  if (source_.format != compute_) allowed += std::ldexp(0.5, ulp_at(source_.format, value));
  return allowed > 0 ? difference / allowed : (difference == 0 ? 0.0 : 2.0);
}

}  // namespace sextant::verify
