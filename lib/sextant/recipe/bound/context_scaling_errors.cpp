#include "sextant/recipe/bound/context_scaling_errors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sextant/exact/formula.hpp"
#include "sextant/number/real.hpp"
#include "sextant/number/round.hpp"
#include "sextant/recipe/bound/context_base.hpp"

namespace sextant::recipe {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kSecondOrder = 1 + 0x1p-10;  // covers products of errors below 2⁻¹¹
constexpr double kEvaluated = 0x1p-50;        // covers a weight in doubles

}  // namespace

ContextScalingErrors::ContextScalingErrors(const Waves& waves, double u, double v,
                                           const Hypothesis& library)
    : context_(waves.context),
      u_(u),
      v_(std::max(v, 0x1p-53)),  // bounds are evaluated in doubles
      multiplier_(waves.geometric.multiplier),
      divisor_(static_cast<double>(waves.geometric.divisor)),
      factor_(static_cast<double>(waves.context.factor)),
      narrowed_(held(context_.factor)) {
  const Context& c = context_;
  if (c.scaling == Scaling::longrope) {
    for (const Rational& x : c.length > c.original ? c.long_factor : c.short_factor)
      divisors_.push_back(held(x));
  }
  for (int pair = 0; c.scaling == Scaling::ntk_mixed && pair < waves.pairs(); ++pair)
    divisors_.push_back(mixed(pair, library));
  if (c.scaling == Scaling::yarn) {
    const auto [low, high] = ramp_ends<double>(c, waves.geometric);
    // The error of corr, from its logarithms and its magnitude. recipes.md, (41)
    const double log_base = std::abs(std::log(static_cast<double>(waves.geometric.base)));
    const auto slip_of = [&](double corr) {
      return v_ * ((8 + 2 / log_base) * std::abs(corr) + 4 * divisor_ / log_base);
    };
    const auto sure = [&](const Rational& rotations) {
      const auto corr = correction<double>(c, waves.geometric, rotations);
      return std::abs(corr - std::round(corr)) > slip_of(corr);
    };
    const double slip = c.truncate ? 0 : slip_of(std::max(std::abs(low), std::abs(high)));
    for (int pair = 0; pair < waves.pairs(); ++pair)
      weights_.push_back(on_ramp(pair, low, high, slip));
    // Programs may take either of two integers.
    if (c.truncate && !(sure(c.beta_fast) && sure(c.beta_slow)))
      weights_.assign(weights_.size(), {0, kInfinity});
  }
  if (c.scaling == Scaling::llama3) {
    for (int pair = 0; pair < waves.pairs(); ++pair) {
      const auto turns =
          enclose<Interval<50>>(Rational(c.original / 2)) *
          exact::unscaled<Interval<50>>(waves.frequencies[static_cast<std::size_t>(pair)]) /
          enclose_pi<Interval<50>>();
      weights_.push_back(in_bands(upward(to_rational(upper_end(turns)))));
    }
  }
}

double ContextScalingErrors::held(const Rational& value) const {
  if (u_ == kInfinity) return u_;  // a library without a bound
  const int precision = 1 - std::ilogb(2 * u_);
  return to_rational(round(Format::bits(precision), value)) == value ? 0 : u_;
}

double ContextScalingErrors::exponent(int pair) const {
  return multiplier_ * pair / divisor_ * (1 + 0x1p-50);
}

/// exp(x) with x = ln f·((i+1)/(d/2))^b.                                    recipes.md, (54)
double ContextScalingErrors::mixed(int pair, const Hypothesis& library) const {
  const auto b = static_cast<double>(context_.mixed_b);
  const double power = b * std::log(pair + 1.0);  // of i + 1, as a logarithm
  const double part = std::pow(multiplier_ * (pair + 1) / divisor_, b);
  const double x = std::abs(std::log(factor_)) * part * (1 + 0x1p-40);
  const double relative =
      u_ * (2 * library.log + 2 * library.pow + 3 + library.pow_argument * power) +
      held(context_.mixed_b) * power + 8 * v_;
  const double moved = narrowed_ * part + x * (relative + u_ * library.exp_argument);
  return (std::expm1(moved) + 2 * u_ * library.exp) * kSecondOrder;
}

/// 1 − (i − low)/(high − low).                                             recipes.md, (42)
ContextScalingErrors::Weight ContextScalingErrors::on_ramp(int pair, double low, double high,
                                                           double slip) const {
  const Context& c = context_;
  if (c.convention == Convention::deepseek && c.length <= c.original) return {kInfinity};
  const double width = high == low ? 0.001 : high - low;
  const double gone = pair - low;
  const double ramp = gone / width;
  const bool whole = c.truncate && u_ <= 0x1p-24;  // integers, and their quotient is rounded once
  const double above = whole ? 0 : slip + u_ * (std::abs(low) + std::abs(gone));
  const double below =
      whole && high != low ? 0 : 2 * slip + (u_ + v_) * (2 * std::abs(width) + std::abs(low));
  double error = above / std::abs(width) + std::abs(ramp) * (below / std::abs(width) + u_);
  error += u_ * std::max(1.0, std::abs(1 - ramp));
  return {1 - ramp, error * kSecondOrder + kEvaluated * std::max(1.0, std::abs(ramp))};
}

/// (t − low)/(high − low) for t wavelengths in the original context.       recipes.md, (43)
ContextScalingErrors::Weight ContextScalingErrors::in_bands(double turns) const {
  const Context& c = context_;
  const auto low = static_cast<double>(c.low_freq_factor);
  const auto high = static_cast<double>(c.high_freq_factor);
  const double compared = turns * (5 * u_ + held(c.original));  // before they are subtracted
  if (low == high) {
    const bool sure = std::abs(turns - low) > 2 * (compared + turns * 0x1p-20);
    return {turns > low ? kInfinity : -kInfinity, sure ? 0 : kInfinity};
  }
  const double gap = high - low;
  const double weight = (turns - low) / gap;
  double error = compared + held(c.low_freq_factor) * low + u_ * std::abs(turns - low);
  // The divisor is the host's difference of its own two numbers.
  const double cancelled = 2 * v_ * (high + low) / gap;
  error =
      error / gap +
      std::abs(weight) * (u_ + held(Rational(c.high_freq_factor - c.low_freq_factor)) + cancelled);
  return {weight, error * kSecondOrder + kEvaluated * turns / gap, turns / gap * kSecondOrder};
}

/// ω·(1/f + (1 − 1/f)·w): exact where w is surely 1, a division where it is surely 0, else four
/// roundings and the weight's error.                                       recipes.md, (40)
double ContextScalingErrors::blended(const Weight& weight, double eta) const {
  const double off = weight.error + weight.growth * eta;
  const Rational& factor = context_.extrapolation_factor;  // slow to convert, and mostly 1
  const double extrapolation = factor == 1 ? 1 : static_cast<double>(factor);
  if (std::isinf(off)) return kInfinity;
  if (weight.value - off >= 1 && extrapolation == 1) return 0;
  const double rounded = narrowed_ + u_;
  if (weight.value + off <= 0) return rounded;
  const double scaled = 1 / factor_;
  const double spread = std::abs(1 - scaled) * extrapolation;
  const double kept = std::clamp(weight.value, 0.0, 1.0) * extrapolation;
  const double sure = scaled + (1 - scaled) * kept - spread * off;
  if (!(sure > 0) || kept > 1) return kInfinity;
  const double by_weight = spread * (off + (extrapolation == 1 ? 0 : 2 * u_)) / sure;
  return (rounded + 4 * u_ + by_weight) * kSecondOrder;
}

double ContextScalingErrors::operator()(int pair, double eta) const {
  const auto i = static_cast<std::size_t>(pair);
  switch (context_.scaling) {
    case Scaling::linear:
    case Scaling::proportional:
      return narrowed_ + u_;
    case Scaling::ntk_mixed:
    case Scaling::longrope:
      return divisors_[i] + u_;
    case Scaling::yarn:
    case Scaling::llama3:
      return blended(weights_[i], eta);
    default:
      return 0;
  }
}

}  // namespace sextant::recipe
