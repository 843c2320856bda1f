#pragma once

#include <memory>
#include <vector>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/exact/angle/ball.hpp"
#include "sextant/exact/angle/turn.hpp"

namespace sextant::exact {

/// The frequencies of waves, enclosed once for several uses.  If they are powers of one root, each
/// costs one product; otherwise a logarithm and an exponential.  The waves must be settled, and
/// must outlive it.
class Frequencies {
 public:
  explicit Frequencies(const Waves& waves);

  /// scale·ω·steps of every pair as a turn, with an error of at most one unit: the phase difference
  /// over `steps` positions.  Throws Error if a frequency cannot be reduced modulo a turn.
  std::vector<Turn> turns(const Rational& steps) const;

  /// The turns at position 0, with an error of at most one unit, or two if there are phases.  Empty
  /// if all are 0.
  std::vector<Turn> starts() const;

  /// ω of every pair in radians per position, to 126 bits.  Throws Error beyond 2^±268435456.
  std::vector<Ball> balls() const;

 private:
  /// The interval part, in a type of its own so that few files include intervals.
  struct Enclosed;

  const Waves& waves_;
  std::shared_ptr<const Enclosed> enclosed_;
};

}  // namespace sextant::exact
