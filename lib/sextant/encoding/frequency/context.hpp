#pragma once

#include <optional>
#include <vector>

#include "sextant/encoding/frequency/frequency.hpp"

namespace sextant {

/// How a rotary encoding that was trained on some positions is stretched to more of them.  With
/// ω = base^(−2i/d) of d rotated channels, f the factor, L₀ the original context, L the length of
/// the sequence:
///
///   linear        ω/f                                         Chen et al. 2023
///   ntk           base·f^(d/(d−2)) for a base                 "NTK-aware", static
///   dynamic       base·(f·L/L₀ − f + 1)^(d/(d−2)), L > L₀     Transformers
///   yarn          ω/f, and ω where wavelengths are short, ramped between corr(β_fast) and
///                 corr(β_slow), corr(r) = d·ln(L₀/2πr)/(2 ln base)    Peng et al. 2023
///   llama3        ω/f where 2π/ω > L₀/low, ω where 2π/ω < L₀/high, and between them a mean
///   longrope      ω/eᵢ with a list of divisors for L > L₀ and one for L ≤ L₀   Ding et al. 2024
///   proportional  ω/f for the first pairs, 0 for the others   Gemma 4
enum class Scaling { none, linear, ntk, dynamic, yarn, llama3, longrope, proportional };

/// What implementations of YaRN do differently.
///
///   transformers   the attention factor given stands for its formula, g(mscale)/g(mscale_all_dim)
///                  where both are given, else g(1); g(m) = 0.1·m·ln f + 1
///   vllm           g(1) times the attention factor
///   vllm_deepseek  g(mscale)/g(mscale_all_dim) times the attention factor
///   deepseek       amplitude 1 (softmax is scaled instead), and no scaling where L ≤ L₀
enum class Convention { transformers, vllm, vllm_deepseek, deepseek };

/// What corr(β_slow) is clamped to: the channels (Transformers, DeepSeek) or the pairs (KerasHub).
enum class Clamp { channels, pairs };

struct Context {
  Scaling scaling = Scaling::none;
  Rational factor = 1;
  Rational original = 0;  ///< L₀, positions trained on; 0: not given
  Rational length = 0;    ///< L, of the sequence at run time; 0: the original context
  std::optional<Rational> attention_factor =
      std::nullopt;  ///< of yarn and longrope; nothing: by their formulas

  Rational beta_fast = 32, beta_slow = 1;   ///< yarn's, and what follows
  bool truncate = true;                     ///< whether corr is rounded outward to integers
  Rational mscale = 0, mscale_all_dim = 0;  ///< 0: not given
  Rational extrapolation_factor = 1;        ///< of the part that is not scaled
  Convention convention = Convention::transformers;
  Clamp clamp = Clamp::channels;

  Rational low_freq_factor = 1, high_freq_factor = 4;  ///< llama3's

  std::vector<Rational> short_factor = {}, long_factor = {};  ///< longrope's, one a pair

  Rational partial = 1;  ///< proportional's: the part of the pairs that turns

  bool operator==(const Context&) const = default;
};

/// ω′ᵢ/ωᵢ for the pairs of `dim` rotated channels, exactly.  Throws Error for a context that means
/// nothing, naming the field.
std::vector<Expression> factors(const Context& context, const Rational& base, int dim);

/// The attention factor, which multiplies cosines and sines.
Expression amplitude(const Context& context);

}  // namespace sextant
