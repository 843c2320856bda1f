#pragma once

#include <vector>

#include "sextant/encoding/encoding.hpp"
#include "sextant/number/real.hpp"
#include "sextant/proof/statement/near.hpp"

namespace sextant::proof {

/// 332 bits: an angle of 2⁶³ positions is then known to 2⁻²⁶⁸ radians.
using Wide = Interval<100>;

/// How far apart two rows are whose positions differ by an offset:
/// |PE(p) − PE(p + k)|² = D(k) = Σ 4 sin²(kω/2), over the pairs (sin, cos) of amplitude 1.
///                                            reports/derivations/uniqueness.md, (1)
class Offsets {
 public:
  /// Throws Error where a channel lacks its partner, since the distance then depends on more than
  /// the offset, and where all rows are the same.
  explicit Offsets(const Encoding& encoding);

  int pairs() const { return static_cast<int>(turns_.size()); }
  /// Whether the encoding's rows have amplitude 1 themselves.
  bool unit() const { return unit_; }
  /// Radians per position, exactly.
  const std::vector<Expression>& frequencies() const { return frequencies_; }
  /// Turns per position, of one pair: ω/2π.
  const Wide& turns(int pair) const { return turns_[static_cast<std::size_t>(pair)]; }
  /// D(k), of |k| ≤ 2⁶⁴.
  Wide distance(const Integer& offset) const;

 private:
  std::vector<Expression> frequencies_;
  std::vector<Wide> turns_;
  bool unit_ = true;
};

/// The integer nearest to a number, off by less than one.  Throws Error where the enclosure is
/// wider than 1/4: a frequency so far from 1 is not known well enough.
Integer nearest_integer(const Wide& x);

}  // namespace sextant::proof
