#pragma once

#include <utility>
#include <vector>

#include "sextant/encoding/wave/rotary.hpp"

namespace sextant::published {

/// Deliberate faults, each from a real program.
enum class Slip {
  none,
  truncate_ignored,
  betas_swapped,
  clamped_to_pairs,
  bands_swapped,
  wavelength_without_two_pi,
  exponent_one,
  amplitude_squared,
  long_from_original_on,
  pairs_from_zero,
  a_tenth_for_coefficient
};

/// Thrown if numbers are too coarse for a decision.
struct Unclear {};

/// The scaled frequencies, step by step as in Transformers (modeling_rope_utils), with the
/// amplitudes of vLLM and DeepSeek.  N is any number type with + - * /, N::of, N::pi, log, power,
/// root, floor_of, and less, which throws Unclear.  It shares only the parameters' names with the
/// library.
template <class N>
class Scaled {
 public:
  explicit Scaled(const Rotary& e, Slip slip = Slip::none)
      : e_(e), c_(e.context), slip_(slip), factor_(N::of(c_.factor)) {
    if (slip_ == Slip::betas_swapped) std::swap(c_.beta_fast, c_.beta_slow);
    if (c_.scaling == Scaling::yarn) find_correction_range();
  }

  N frequency(int pair) const {
    const N base = N::of(e_.base);
    const N one = N::of(1);
    switch (c_.scaling) {
      case Scaling::linear:
        return one / stretched(base, pair) / factor_;
      case Scaling::ntk:
        return one / stretched(base * power(factor_, ntk_exponent()), pair);
      case Scaling::dynamic:
        return one / stretched(base * power(dynamic(), ntk_exponent()), pair);
      case Scaling::ntk_mixed:
        return one / stretched(base, pair) / mixed(pair);
      case Scaling::yarn:
        return yarn(stretched(base, pair), pair);
      case Scaling::llama3:
        return llama3(one / stretched(base, pair));
      case Scaling::longrope:
        return one / (divisor(pair) * stretched(base, pair));
      case Scaling::proportional:
        return 2 * (pair + 1) <= c_.partial * e_.dim ? one / stretched(base, pair) / factor_
                                                     : N::of(0);
      case Scaling::none:
        break;
    }
    return one / stretched(base, pair);
  }

  N amplitude() const {
    const N attention = c_.scaling == Scaling::yarn       ? yarn_attention()
                        : c_.scaling == Scaling::longrope ? longrope_attention()
                                                          : N::of(1);
    return N::of(e_.amplitude) *
           (slip_ == Slip::amplitude_squared ? attention * attention : attention);
  }

 private:
  bool beyond() const {
    return slip_ == Slip::long_from_original_on ? c_.length >= c_.original
                                                : c_.length > c_.original;
  }

  /// base ** (2i / dim)
  N stretched(const N& base, int pair) const {
    return power(base, N::of(2 * pair) / N::of(e_.dim));
  }

  N ntk_exponent() const {
    return slip_ == Slip::exponent_one ? N::of(1) : N::of(e_.dim) / N::of(e_.dim - 2);
  }

  N dynamic() const {
    const N length = N::of(beyond() ? c_.length : c_.original);
    return factor_ * length / N::of(c_.original) - (factor_ - N::of(1));
  }

  /// exp(a·m^b) = f^((m/(d/2))^b), m from 1, as vLLM's NTKScalingRotaryEmbedding with mixed_b.
  N mixed(int pair) const {
    const N m = N::of(slip_ == Slip::pairs_from_zero ? pair : pair + 1);
    if (pair == 0 && slip_ == Slip::pairs_from_zero) return N::of(1);
    return power(factor_, power(m / N::of(e_.dim / 2), N::of(c_.mixed_b)));
  }

  N correction_dim(const Rational& rotations) const {
    const N two_pi = N::of(2) * N::pi();
    return N::of(e_.dim) * log(N::of(c_.original) / (N::of(rotations) * two_pi)) /
           (N::of(2) * log(N::of(e_.base)));
  }

  void find_correction_range() {
    const bool truncate = c_.truncate || slip_ == Slip::truncate_ignored;
    const bool pairs = c_.clamp == Clamp::pairs || slip_ == Slip::clamped_to_pairs;
    N low = correction_dim(c_.beta_fast);
    N high = correction_dim(c_.beta_slow);
    const bool one = c_.beta_fast == c_.beta_slow && !truncate;  // one number, twice
    if (truncate) {
      low = floor_of(low);
      high = N::of(0) - floor_of(N::of(0) - high);
    }
    const N most = N::of(pairs ? e_.dim / 2 - 1 : e_.dim - 1);
    const bool below = less(low, N::of(0));
    const bool above = less(most, high);
    if (below) low = N::of(0);
    if (above) high = most;
    const bool equal = one && !below && !above ? true : !less(low, high) && !less(high, low);
    if (equal) high = high + N::of(Rational(1, 1000));
    low_ = {low};
    width_ = {high - low};
  }

  N yarn(const N& position_frequency, int pair) const {
    const N one = N::of(1);
    if (c_.convention == Convention::deepseek && !beyond()) return one / position_frequency;
    const N ramp = clamped((N::of(pair) - low_.front()) / width_.front());
    const N extrapolation = N::of(c_.extrapolation_factor) * (one - ramp);
    return one / (factor_ * position_frequency) * (one - extrapolation) +
           one / position_frequency * extrapolation;
  }

  static N clamped(const N& x) {
    if (less(x, N::of(0))) return N::of(0);
    return less(N::of(1), x) ? N::of(1) : x;
  }

  N llama3(const N& frequency) const {
    const N context = N::of(c_.original);
    const N low = N::of(c_.low_freq_factor);
    const N high = N::of(c_.high_freq_factor);
    const bool whole = slip_ != Slip::wavelength_without_two_pi;
    const N wavelength = (whole ? N::of(2) * N::pi() : N::of(1)) / frequency;
    const bool swapped = slip_ == Slip::bands_swapped;
    if (less(context / low, wavelength)) return swapped ? frequency : frequency / factor_;
    if (less(wavelength, context / high)) return swapped ? frequency / factor_ : frequency;
    const N smooth = (context / wavelength - low) / (high - low);
    return (N::of(1) - smooth) * frequency / factor_ + smooth * frequency;
  }

  N divisor(int pair) const {
    return N::of((beyond() ? c_.long_factor : c_.short_factor)[static_cast<std::size_t>(pair)]);
  }

  N mscale(const Rational& m) const {
    if (c_.factor <= 1) return N::of(1);
    const bool tenth = slip_ == Slip::a_tenth_for_coefficient;
    return N::of(tenth ? Rational(1, 10) : c_.mscale_coefficient) * N::of(m) * log(factor_) +
           N::of(1);
  }

  N yarn_attention() const {
    const N given = N::of(c_.attention_factor.value_or(1));
    const Rational m = c_.mscale == 0 ? Rational(1) : c_.mscale;
    if (c_.convention == Convention::deepseek) return given;
    if (c_.convention == Convention::vllm) return mscale(1) * given;
    if (c_.convention == Convention::vllm_deepseek)
      return mscale(m) / mscale(c_.mscale_all_dim) * given;
    if (c_.attention_factor) return given;
    const bool both = c_.mscale != 0 && c_.mscale_all_dim != 0;
    return both ? mscale(c_.mscale) / mscale(c_.mscale_all_dim) : mscale(1);
  }

  N longrope_attention() const {
    if (c_.attention_factor) return N::of(*c_.attention_factor);
    if (c_.factor <= 1) return N::of(1);
    return root(N::of(1) + log(factor_) / log(N::of(c_.original)));
  }

  Rotary e_;
  Context c_;
  Slip slip_;
  N factor_;
  std::vector<N> low_, width_;  ///< one each for yarn
};

}  // namespace sextant::published
