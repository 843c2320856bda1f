#pragma once

#include <optional>
#include <vector>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/encoding/wave/layout.hpp"

namespace sextant {

/// Larger widths are refused, so that a row stays small.
inline constexpr int kLargestDim = 1 << 20;

/// The sinusoidal encoding of Vaswani et al. (2017, §3.5) and its variants in programs:
/// pair i of position p is amplitude · (sin a, cos a), a = scale·(p + origin)·ω_i.
struct Sinusoidal {
  int dim = 512;
  Rational base = 10000;
  Layout layout = Layout::interleaved;
  Order order = Order::sin_cos;
  Law law = Law::d;
  Rational shift = 1;  ///< for law half-minus-shift only
  Rational origin = 0;
  Rational scale = 1;
  Rational amplitude = 1;
  Odd odd = Odd::error;
  std::optional<Rational> zero_row = std::nullopt;  ///< the position whose row is all zeros
  std::vector<Rational> frequencies = {};           ///< of law given, one for each pair

  bool operator==(const Sinusoidal&) const = default;
};

/// The chart of the table.  Throws Error for invalid parameters: dim < 1 or > kLargestDim, base ≤
/// 0, a divisor ≤ 0, an odd dim under Odd::error, a zero_row that is not an integer, or a list of
/// frequencies with another length than the law needs.
Chart chart(const Sinusoidal& encoding);

}  // namespace sextant
