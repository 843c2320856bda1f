#pragma once

#include <memory>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/number/number.hpp"

namespace sextant::vectors {

/// The precision of stored values in bits: two more than binary128, so that one more rounding gives
/// the correct value in every IEEE format up to binary128, and in x87's.     vectors.md, (1) to (3)
inline constexpr int kOddBits = 115;
/// The same precision for values of faulty programs, in float64 and narrower formats.
inline constexpr int kWrongBits = 55;

/// An entry of a table: waves, a position and a channel.
struct Cell {
  std::shared_ptr<const Waves> waves;
  Rational position;
  Channel channel;
};

/// The true value of a cell, rounded to odd in `bits` bits with unbounded exponent.  Throws Error
/// if it cannot be decided.
Number odd(const Cell& cell, int bits = kOddBits);

/// A double near to the true value, for comparisons of magnitude.
double about(const Cell& cell);

}  // namespace sextant::vectors
