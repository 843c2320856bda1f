#pragma once

#include "sextant/encoding/bias/chart.hpp"

namespace sextant {

/// Which channels a rotation turns together: (2i, 2i+1), or (i, i + d/2).
enum class Pairing { interleaved, half_split };

/// The rotary encoding (RoPE, Su et al. 2021): pair i of a vector at position p turns by
/// a = scale·(p + origin)·ω_i of law d, or of law half-minus-shift (RetNet), or what the context
/// makes of the frequencies of law d; its tables hold amplitude·cos a and amplitude·sin a.
struct Rotary {
  int dim = 128;
  Rational base = 10000;
  Pairing layout = Pairing::half_split;
  Law law = Law::d;
  Rational shift = 1;  ///< of law half-minus-shift only
  Rational origin = 0;
  Rational scale = 1;
  Rational amplitude = 1;  ///< besides what the context has
  Context context = {};

  bool operator==(const Rotary&) const = default;
};

/// The chart of the table [cos | sin], each dim/2 wide.  Throws Error for an odd dim, base ≤ 0, and
/// a context of other frequencies than those of law d.
Chart chart(const Rotary& encoding);

}  // namespace sextant
