#pragma once

#include <memory>
#include <vector>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/exact/angle/ball.hpp"
#include "sextant/exact/angle/turn.hpp"

namespace sextant::exact {

/// The frequencies of waves, enclosed once for several uses.  Where they are powers of one root
/// they cost a product each, else a logarithm and an exponential.  The waves are settled, and must
/// outlive it.
class Frequencies {
 public:
  explicit Frequencies(const Waves& waves);

  /// scale·ω·steps of every pair as a turn, off by one unit at most: the phases `steps` away from
  /// the origin.  Throws Error where a frequency cannot be reduced modulo a turn.
  std::vector<Turn> turns(const Rational& steps) const;

  /// The turns at position 0, likewise, but off by two units where there are phases; empty where
  /// all of them are 0.
  std::vector<Turn> starts() const;

  /// ω of every pair, in radians per position, to 126 bits.  Throws Error beyond 2^±268435456.
  std::vector<Ball> balls() const;

 private:
  /// In intervals, which few files need to know.
  struct Enclosed;

  const Waves& waves_;
  std::shared_ptr<const Enclosed> enclosed_;
};

}  // namespace sextant::exact
