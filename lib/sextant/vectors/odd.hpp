#pragma once

#include <memory>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/number/number.hpp"

namespace sextant::vectors {

/// The precision of stored values: two bits more than binary128 has, so that every IEEE format up
/// to it, and x87's, follows by one rounding.                               vectors.md, (1) to (3)
inline constexpr int kOddBits = 115;
/// The same of what mistakes make, for float64 and what is narrower.
inline constexpr int kWrongBits = 55;

/// Where a value stands: waves, and a position and channel of them.
struct Cell {
  std::shared_ptr<const Waves> waves;
  Rational position;
  Channel channel;
};

/// The true value of a cell rounded to odd, in `bits` bits of unbounded exponent.  Throws Error
/// where it cannot be decided.
Number odd(const Cell& cell, int bits = kOddBits);

/// A double near to it: what comparing values for their size asks for.
double about(const Cell& cell);

}  // namespace sextant::vectors
