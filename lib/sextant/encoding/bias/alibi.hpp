#pragma once

#include <vector>

#include "sextant/encoding/bias/bias_layout.hpp"
#include "sextant/encoding/frequency/frequency.hpp"

namespace sextant {

struct Chart;

/// The argument of an ALiBi bias.  Softmax over keys gives the same result for all three forms.
///
///   keys      m·k of the key's position k          BLOOM, Falcon, MPT's keys, the paper's code
///   distance  −m·|q − k|                           encoders, FlashAttention
///   causal    −m·(q − k)                           GPT-NeoX, the paper: the same where k ≤ q
enum class BiasForm { keys, distance, causal };

/// The heads `first` to `end` − 1 of a model, as a rank of tensor parallelism has them.  `end` 0
/// means the model's last head.
struct HeadRange {
  int first = 0, end = 0;

  bool operator==(const HeadRange&) const = default;
};

/// Attention with linear biases (Press et al. 2022).  Let c be the largest power of two that is at
/// most `heads`.  Head h < c has slope 2^(−max_bias·(h + 1)/c).  Head h ≥ c has slope
/// 2^(−max_bias·(2j + 1)/2c), j = h − c: every second slope of a model with 2c heads.
struct Alibi {
  int heads = 8;
  Rational max_bias = 8;  ///< MPT's alibi_bias_max
  BiasForm form = BiasForm::distance;
  BiasLayout layout = BiasLayout::by_shape;
  HeadRange shard = {};  ///< the heads that the table has, of `heads` heads

  int end() const { return shard.end == 0 ? heads : shard.end; }
  bool operator==(const Alibi&) const = default;
};

/// The exact slope of each head of the shard.  Throws Error for heads < 1, heads > kMostHeads,
/// max_bias ≤ 0, or a shard that is empty or beyond the heads.
std::vector<Frequency> slopes(const Alibi& encoding);
inline constexpr int kMostHeads = 1 << 16;

/// The chart of the bias.  A row belongs to a key's position or to a distance q − k, and has a
/// column for each head.  The slopes are the frequencies of its waves.
Chart chart(const Alibi& encoding);

}  // namespace sextant
