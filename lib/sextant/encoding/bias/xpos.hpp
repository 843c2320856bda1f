#pragma once

#include "sextant/encoding/real/expression.hpp"

namespace sextant {

struct Chart;

/// The pair whose scale a column holds: one column a pair, or one a channel, as the channels
/// of a pair stand in a rotary encoding: (2i, 2i + 1) or (i, i + dim/2).
enum class XposColumns { pairs, interleaved, half_split };

/// The scale of xPos (Sun et al. 2022).  Queries at position p are multiplied by it after their
/// rotation, and keys are divided by it.  That of pair i is
///
///   ζ_i^((p + origin − centre)/scale_base),      ζ_i = (2i/dim + gamma)/(1 + gamma)
///
/// For a sequence of L positions, torchscale has centre ⌈L/2⌉, x-transformers and flash-attention
/// have ⌊L/2⌋.
struct Xpos {
  enum class Of { queries, keys };

  int dim = 128;
  Rational scale_base = 512;
  Rational gamma = Rational(2, 5);
  Rational centre = 0;
  Rational origin = 0;
  Of of = Of::queries;
  XposColumns layout = XposColumns::pairs;

  bool operator==(const Xpos&) const = default;
};

/// A scale as a program may compute it.
struct XposForm {
  Xpos of;
  bool floors = false;    ///< the exponent is rounded down to an integer
  bool by_index = false;  ///< ζ_i has i/dim instead of 2i/dim

  bool operator==(const XposForm&) const = default;
};

/// ζ_i of a pair.
Rational zeta(const XposForm& form, int pair);

/// The exponent at `place`, the position after the origin and the centre.  That of keys has the
/// other sign.  Throws Error if it is beyond ±2¹⁶: no format holds such a scale.
Rational exponent(const XposForm& form, const Rational& place);

/// The scale of a pair at `place`.
Expression cell(const XposForm& form, const Rational& place, int pair);

/// Throws Error for an odd dim, or if gamma or scale_base is not positive.
void expect_scale(const Xpos& encoding);

/// A row for each position.  Throws Error as expect_scale() does.
Chart chart(const Xpos& encoding);

}  // namespace sextant
