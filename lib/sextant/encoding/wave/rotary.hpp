#pragma once

#include <optional>

#include "sextant/encoding/bias/chart.hpp"

namespace sextant {

/// Which channels form pair i: (2i, 2i+1), or (i, i + d/2).
enum class Pairing { interleaved, half_split };

/// Which channels of a vector turn, if it has more than `dim`: DeepSeek-V4 turns the last ones.
enum class RotatedChannels { first, last };

/// Whether vectors turn by the angle, or back by it.  DeepSeek-V4 turns the output of attention
/// back.
enum class RotationDirection { forward, inverse };

/// The rotary encoding (RoPE, Su et al. 2021).  Pair i of a vector at position p turns by the angle
/// a = scale·(p + origin)·ω_i.  The frequencies ω_i follow law d, scaled by the context, or
/// another law, such as half-minus-shift (RetNet); there is no list.  The tables hold amplitude·cos
/// a and amplitude·sin a, in either direction.  The inverse rotation of a vector (u, v) with these
/// tables is
///
///   amplitude·(u·cos a + v·sin a),  amplitude·(v·cos a − u·sin a)
///
/// With a scale base, as xPos has, the amplitude of pair i is also multiplied by the scale of
/// xpos.hpp, with these scale_base, gamma, centre and origin.  `of` says whether queries or keys
/// turn.
struct Rotary {
  int dim = 128;
  Rational base = 10000;
  Pairing layout = Pairing::half_split;
  RotatedChannels rotated_channels = RotatedChannels::first;
  RotationDirection direction = RotationDirection::forward;
  Law law = Law::d;
  Rational shift = 1;  ///< for law half-minus-shift only
  Rational origin = 0;
  Rational scale = 1;
  Rational amplitude = 1;  ///< in addition to the context's amplitude
  Context context = {};
  std::optional<Rational> scale_base = std::nullopt;  ///< nullopt: no xPos
  Rational gamma = Rational(2, 5);                    ///< with a scale base only, as the next two
  Rational centre = 0;
  Xpos::Of of = Xpos::Of::queries;

  bool operator==(const Rotary&) const = default;
};

/// The chart of the table [cos | sin], each dim/2 wide.  Throws Error for an odd dim, base ≤ 0, or
/// a context scaling with a law other than d, or law given, or if gamma or scale_base is not
/// positive.
Chart chart(const Rotary& encoding);

}  // namespace sextant
