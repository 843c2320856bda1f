#pragma once

#include <vector>

#include "sextant/encoding/bias/chart.hpp"

namespace sextant {

/// Where the sine and the cosine of each pair are.
///
///   interleaved  s0 c0 s1 c1 …
///   halves       s0 s1 … c0 c1 …
enum class Layout { interleaved, halves };

/// Which of the two comes first.
enum class Order { sin_cos, cos_sin };

/// What happens if the number of channels d is odd; h = ⌊d/2⌋.
///
///   error        it is refused (PyTorch's tutorial, OpenNMT, Whisper)
///   zero_column  h pairs, then a column of zeros (tensor2tensor, fairseq, diffusers)
///   drop_last    h + 1 pairs whose last half is dropped; exponents over d (RoFormer's extra sine
///                column; the tutorial with its last cosine trimmed)
///   round_up     the table for d + 1 channels without its last half; exponents over d + 1
enum class Odd { error, zero_column, drop_last, round_up };

/// The channels of `dim` columns.  Throws Error for an odd `dim` under Odd::error.
std::vector<Channel> lay_out(int dim, Layout layout, Order order, Odd odd);

}  // namespace sextant
