#pragma once

#include <vector>

#include "sextant/encoding/encoding.hpp"
#include "sextant/number/real.hpp"
#include "sextant/proof/statement/near.hpp"

namespace sextant::proof {

/// 332 bits: an angle at position 2⁶³ then has an error of at most 2⁻²⁶⁸ radians.
using Wide = Interval<100>;

/// The distance of two rows whose positions differ by an offset k, over the pairs (sin, cos) of
/// amplitude 1:
///
///   |PE(p) − PE(p + k)|² = D(k) = Σ 4 sin²(kω/2)
///
///                                                           reports/derivations/uniqueness.md, (1)
class Offsets {
 public:
  /// Throws Error if a channel lacks its partner (the distance then depends on the position too),
  /// or if all rows are equal.
  explicit Offsets(const Encoding& encoding);

  int pairs() const { return static_cast<int>(turns_.size()); }
  /// Whether the encoding's rows have amplitude 1 themselves.
  bool unit() const { return unit_; }
  /// The exact frequencies in radians per position.
  const std::vector<Expression>& frequencies() const { return frequencies_; }
  /// A pair's frequency in turns per position: ω/2π.
  const Wide& turns(int pair) const { return turns_[static_cast<std::size_t>(pair)]; }
  /// D(k) for |k| ≤ 2⁶⁴.
  Wide distance(const Integer& offset) const;

 private:
  std::vector<Expression> frequencies_;
  std::vector<Wide> turns_;
  bool unit_ = true;
};

/// An integer within 1 of a number, normally the nearest.  Throws Error if the enclosure is wider
/// than 1/4: the frequency is then too far from 1.
Integer nearest_integer(const Wide& x);

}  // namespace sextant::proof
