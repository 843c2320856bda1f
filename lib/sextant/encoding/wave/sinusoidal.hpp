#pragma once

#include <optional>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/encoding/wave/layout.hpp"

namespace sextant {

/// Widths beyond this are refused: nobody has them, and a row would not be small any more.
inline constexpr int kLargestDim = 1 << 20;

/// The sinusoidal encoding of Vaswani et al. (2017, §3.5) and its variants in programs:
/// pair i of position p is amplitude · (sin a, cos a), a = scale·(p + origin)·ω_i.
struct Sinusoidal {
  int dim = 512;
  Rational base = 10000;
  Layout layout = Layout::interleaved;
  Order order = Order::sin_cos;
  Law law = Law::d;
  Rational shift = 1;  ///< of law half-minus-shift only
  Rational origin = 0;
  Rational scale = 1;
  Rational amplitude = 1;
  Odd odd = Odd::error;
  std::optional<Rational> zero_row = std::nullopt;  ///< the position whose row is all zeros

  bool operator==(const Sinusoidal&) const = default;
};

/// Throws Error for parameters that define nothing: dim < 1 or beyond kLargestDim, base ≤ 0, a
/// divisor ≤ 0, an odd dim without a convention, a row of zeros at no integer.
Chart chart(const Sinusoidal& encoding);

}  // namespace sextant
