#pragma once

#include <vector>

#include "sextant/encoding/bias/bias_layout.hpp"
#include "sextant/encoding/frequency/frequency.hpp"

namespace sextant {

struct Chart;

/// What an ALiBi bias is a function of.  The three have the same softmax over keys.
///
///   keys      m·k of the key's position k          BLOOM, Falcon, MPT's keys, the paper's code
///   distance  −m·|q − k|                           encoders, FlashAttention
///   causal    −m·(q − k)                           GPT-NeoX, the paper: the same where k ≤ q
enum class BiasForm { keys, distance, causal };

/// Attention with linear biases (Press et al. 2022).  The first c heads, c the largest power of two
/// that is no more than `heads`, have slopes 2^(−max_bias·(h + 1)/c); the others have those of 2c
/// heads that stand between them: 2^(−max_bias·(2j + 1)/2c), j = h − c.
struct Alibi {
  int heads = 8;
  Rational max_bias = 8;  ///< MPT's alibi_bias_max
  BiasForm form = BiasForm::distance;
  BiasLayout layout = BiasLayout::by_shape;

  bool operator==(const Alibi&) const = default;
};

/// One a head, exactly.  Throws Error for heads < 1 or beyond kMostHeads, and max_bias ≤ 0.
std::vector<Frequency> slopes(const Alibi& encoding);
inline constexpr int kMostHeads = 1 << 16;

/// The chart of the bias: a row of heads for a key's position, or for a distance q − k.  Its waves
/// have slopes for frequencies.
Chart chart(const Alibi& encoding);

}  // namespace sextant
