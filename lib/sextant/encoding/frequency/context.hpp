#pragma once

#include <optional>
#include <vector>

#include "sextant/encoding/frequency/frequency.hpp"

namespace sextant {

/// How a rotary encoding is scaled to more positions than it was trained on.  Here ω = base^(−2i/d)
/// is a frequency of d rotated channels, f the factor, L₀ the original context and L the length of
/// the sequence:
///
///   linear        ω/f                                         Chen et al. 2023
///   ntk           base·f^(d/(d−2)) for a base                 "NTK-aware", static
///   dynamic       base·(f·L/L₀ − f + 1)^(d/(d−2)), L > L₀     Transformers
///   ntk_mixed     ω/f^((2(i+1)/d)^b); NTK fixed with b = 1    Su 2023, vLLM
///   yarn          ω/f, and ω where wavelengths are short, ramped between corr(β_fast) and
///                 corr(β_slow), corr(r) = d·ln(L₀/2πr)/(2 ln base)    Peng et al. 2023
///   llama3        ω/f where 2π/ω > L₀/low, ω where 2π/ω < L₀/high, and between them a mean
///   longrope      ω/eᵢ with a list of divisors for L > L₀ and one for L ≤ L₀   Ding et al. 2024
///   proportional  ω/f for the first pairs, 0 for the others   Gemma 4
enum class Scaling { none, linear, ntk, dynamic, ntk_mixed, yarn, llama3, longrope, proportional };

/// How implementations of YaRN differ in the amplitude.
///
///   transformers   the attention factor, if it is given.  Otherwise g(mscale)/g(mscale_all_dim) if
///                  both are given, else g(1).  Here g(m) = c·m·ln f + 1, with c = 0.1 unless a
///                  program has another mscale coefficient (TeleChat3: 0.07)
///   vllm           g(1) times the attention factor
///   vllm_deepseek  g(mscale)/g(mscale_all_dim) times the attention factor
///   deepseek       amplitude 1 (softmax is scaled instead), and no scaling where L ≤ L₀
enum class Convention { transformers, vllm, vllm_deepseek, deepseek };

/// The upper limit of corr(β_slow): d − 1 channels (Transformers, DeepSeek) or d/2 − 1 pairs
/// (KerasHub).
enum class Clamp { channels, pairs };

struct Context {
  Scaling scaling = Scaling::none;
  Rational factor = 1;
  Rational original = 0;  ///< L₀, positions trained on; 0: not given
  Rational length = 0;    ///< L, at run time; 0: the original context
  std::optional<Rational> attention_factor =
      std::nullopt;  ///< of yarn and longrope; nullopt: by their formulas

  Rational beta_fast = 32, beta_slow = 1;         ///< of yarn, like the next fields
  bool truncate = true;                           ///< whether corr is rounded outward to integers
  Rational mscale = 0, mscale_all_dim = 0;        ///< 0: not given
  Rational mscale_coefficient = Rational(1, 10);  ///< c in g(m) = c·m·ln f + 1
  Rational extrapolation_factor = 1;              ///< weight of the unscaled part
  Convention convention = Convention::transformers;
  Clamp clamp = Clamp::channels;

  Rational low_freq_factor = 1, high_freq_factor = 4;  ///< of llama3

  std::vector<Rational> short_factor = {}, long_factor = {};  ///< of longrope, one for each pair

  Rational mixed_b = 1;  ///< b of ntk_mixed

  Rational partial = 1;  ///< of proportional: the fraction of pairs that is rotated

  bool operator==(const Context&) const = default;
};

/// The exact ratios ω′ᵢ/ωᵢ of scaled to unscaled frequencies, for the pairs of `dim` rotated
/// channels.  Throws Error for an invalid context, naming the field.
std::vector<Expression> factors(const Context& context, const Rational& base, int dim);

/// d·ln(L₀/2πr)/(2 ln base), the pair whose wavelength fits r = `rotations` times into the original
/// context.  Throws Error if that is not given.
Expression corr(const Context& context, const Rational& base, int dim, const Rational& rotations);

/// The ratios of yarn whose ramp is from pair `low` to pair `high`, before these are clamped.
std::vector<Expression> yarn_between(const Context& context, int dim, const Expression& low,
                                     const Expression& high);

/// The attention factor, which multiplies cosines and sines.
Expression amplitude(const Context& context);

}  // namespace sextant
