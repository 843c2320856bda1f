#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/recipe/bound/context_base.hpp"
#include "sextant/recipe/bound/context_scaling_errors.hpp"

namespace sextant::recipe {

/// The context scaling of geometric frequencies by a program in T, in the operation order of
/// Transformers (modeling_rope_utils).                                  recipes.md, §contexts
template <class T>
class ContextScaling {
  using Scalar = typename Arithmetic<T>::Scalar;

 public:
  explicit ContextScaling(const Waves& waves,
                          const Hypothesis& hypothesis = Arithmetic<T>::hypothesis)
      : context_(waves.context),
        base_(new_base<Scalar>(waves)),
        errors_(waves, unit<T>() * hypothesis.half_ulps_of_division(), unit<Scalar>(), hypothesis) {
    const Context& c = context_;
    factor_ = to<T>(c.factor);
    const std::vector<Rational>* divisors = nullptr;
    if (c.scaling == Scaling::longrope)
      divisors = c.length > c.original ? &c.long_factor : &c.short_factor;
    if (c.scaling == Scaling::ntk_mixed) prepare_mixed(waves);
    const bool other_base = c.scaling == Scaling::ntk || c.scaling == Scaling::dynamic;
    for (int pair = 0; pair < waves.pairs(); ++pair) {
      const auto i = static_cast<std::size_t>(pair);
      const Expression& factor = waves.frequencies[i].factor;
      still_.push_back(factor == 0);
      plain_.push_back(factor == 1 || other_base);
      inverses_.push_back(still_[i] || plain_[i] ? T(1) : to<T>(Expression(1) / factor));
      if (divisors) divisors_.push_back(to<T>((*divisors)[i]));
    }
    if (c.scaling == Scaling::yarn) prepare_ramp(waves);
    if (c.scaling == Scaling::llama3) {
      length_ = to<T>(c.original);
      low_ = to<T>(c.low_freq_factor);
      high_ = to<T>(c.high_freq_factor);
      gap_ = to<T>(Rational(c.high_freq_factor - c.low_freq_factor));
      low_wavelength_ = to<T>(Rational(c.original / c.low_freq_factor));
      high_wavelength_ = to<T>(Rational(c.original / c.high_freq_factor));
      two_pi_ = to<T>(Expression(2) * Expression::pi());
    }
  }

  /// The waves whose geometric frequencies a rule computes, with the context's base if it has one.
  static Waves with_context_base(Waves waves) {
    const NewBase base = new_base<Scalar>(waves);
    waves.geometric.base = base.value;
    return waves;
  }

  /// The scaled frequency of a pair from its geometric frequency.
  T frequency(int pair, const T& omega) const {
    const auto i = static_cast<std::size_t>(pair);
    switch (context_.scaling) {
      case Scaling::linear:
        return omega / factor_;
      case Scaling::proportional:
        return still_[i] ? T(0) : T(omega / factor_);
      case Scaling::ntk_mixed:
      case Scaling::longrope:
        return omega / divisors_[i];
      case Scaling::yarn:
        return ramped(i, omega, omega / factor_);
      case Scaling::llama3:
        return banded(omega);
      default:
        return omega;
    }
  }

  /// The scaled frequency of a pair from 1/ω of its geometric frequency ω.
  T inverse(int pair, const T& divisor) const {
    const auto i = static_cast<std::size_t>(pair);
    if (context_.scaling == Scaling::longrope) return T(1) / T(divisors_[i] * divisor);
    if (context_.scaling == Scaling::yarn)
      return ramped(i, T(1) / divisor, T(1) / T(factor_ * divisor));
    return frequency(pair, T(1) / divisor);
  }

  /// The scaled 1/ω of a pair from its unscaled one, for programs that divide by it.
  T divisor(int pair, const T& divisor) const {
    switch (context_.scaling) {
      case Scaling::linear:
        return divisor * factor_;
      case Scaling::ntk_mixed:
      case Scaling::longrope:
        return divisor * divisors_[static_cast<std::size_t>(pair)];
      case Scaling::none:
      case Scaling::ntk:
      case Scaling::dynamic:
        return divisor;
      default:
        return T(1) / inverse(pair, divisor);
    }
  }

  /// The divisor that Llama 3's rule makes of the wavelength of a pair: 1, f, or between them 1/φ
  /// in the order of llama.cpp's converter.                                         recipes.md,
  /// (49)
  T band_divisor(const T& wavelength) const {
    if (wavelength > low_wavelength_) return factor_;
    return wavelength < high_wavelength_ ? T(1) : T(T(1) / kept(wavelength));
  }
  /// The scaled 1/ω as MLX computes it from the unscaled one.                    recipes.md, (50)
  T period(int pair, const T& period) const {
    if (context_.scaling != Scaling::llama3) return divisor(pair, period);
    const T wavelength = two_pi_ * period;
    if (wavelength > low_wavelength_) return period * factor_;
    return wavelength < high_wavelength_ ? period : T(period / kept(wavelength));
  }
  T wavelength(const T& omega) const { return two_pi_ / omega; }

  /// An angle divided by the precomputed factor ⟦1/φ⟧.
  T divided(int pair, const T& angle) const {
    const auto i = static_cast<std::size_t>(pair);
    return still_[i] ? T(0) : (plain_[i] ? angle : T(angle / inverses_[i]));
  }

  /// Whether frequencies are blended from two, or set to 0.
  bool blends() const { return context_.scaling >= Scaling::yarn && divisors_.empty(); }

  /// The relative error of a scaled frequency, in addition to the error `eta` of the geometric one;
  /// infinite if a rounding may move a pair into another band.
  double error(int pair, double eta) const {
    // If the length is a tensor, so is the base, with the roundings of T. recipes.md, (38)
    const double wider = context_.scaling == Scaling::dynamic ? unit<T>() / unit<Scalar>() : 1;
    return errors_(pair, eta) + std::expm1(base_.error * wider * errors_.exponent(pair));
  }

 private:
  /// λ = exp(a·(i+1)^b), a = ln f/(d/2)^b, in the operation order of vLLM.      recipes.md, (54)
  void prepare_mixed(const Waves& waves) {
    using std::exp;
    using std::log;
    using std::pow;
    const Scalar pairs = to<Scalar>(Rational(waves.geometric.divisor / waves.geometric.multiplier));
    const Scalar whole = pow(pairs, to<Scalar>(context_.mixed_b));
    const T a = T(log(factor_)) / static_cast<T>(whole);
    const T b = to<T>(context_.mixed_b);
    for (int pair = 0; pair < waves.pairs(); ++pair) {
      const T exponent = a * T(pow(to<T>(Rational(pair + 1)), b));
      divisors_.push_back(T(exp(exponent)));
    }
  }

  /// ⟦corr⟧ is computed in Scalar, the ramp in T.
  void prepare_ramp(const Waves& waves) {
    const auto [low, high] = ramp_ends<Scalar>(context_, waves.geometric);
    const Scalar width = low == high ? Scalar(to<Scalar>(Rational(1, 1000))) : Scalar(high - low);
    const T from = static_cast<T>(low);
    const T extrapolation = to<T>(context_.extrapolation_factor);
    for (int pair = 0; pair < waves.pairs(); ++pair) {
      const T ramp = T(to<T>(Rational(pair)) - from) / static_cast<T>(width);
      const T clamped = ramp < T(0) ? T(0) : (ramp > T(1) ? T(1) : ramp);
      kept_.push_back(T(T(1) - clamped) * extrapolation);
    }
    if (context_.convention == Convention::deepseek && context_.length <= context_.original)
      kept_.assign(kept_.size(), T(1));
  }

  T ramped(std::size_t i, const T& extrapolated, const T& interpolated) const {
    return T(interpolated * T(T(1) - kept_[i])) + T(extrapolated * kept_[i]);
  }

  /// Llama 3's weight of the unscaled frequency, and the blend φ of 1 and 1/f by it.
  T weight(const T& wavelength) const { return T(T(length_ / wavelength) - low_) / gap_; }
  T kept(const T& wavelength) const {
    const T smooth = weight(wavelength);
    return T(T(T(1) - smooth) / factor_) + smooth;
  }

  T banded(const T& omega) const {
    const T at = wavelength(omega);
    if (at > low_wavelength_) return omega / factor_;
    if (at < high_wavelength_) return omega;
    const T smooth = weight(at);
    return T(T(T(T(1) - smooth) * omega) / factor_) + T(smooth * omega);
  }

  Context context_;
  NewBase base_;
  ContextScalingErrors errors_;
  T factor_{};
  std::vector<T> divisors_, kept_;   ///< for longrope and ntk_mixed; 1 − ramp for yarn
  std::vector<T> inverses_;          ///< ⟦1/φ⟧
  std::vector<bool> still_, plain_;  ///< φ is 0; φ is 1 or part of the base
  T length_{}, low_{}, high_{}, gap_{}, low_wavelength_{}, high_wavelength_{}, two_pi_{};
};

}  // namespace sextant::recipe
