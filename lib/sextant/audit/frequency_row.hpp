#pragma once

#include <optional>
#include <vector>

#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/position/position.hpp"
#include "sextant/tensor/table.hpp"

namespace sextant::audit {

/// Whether the first number of a row is smaller than the last, as for periods.  False for several
/// rows, and for more than 65536 numbers.
bool increases(const Table& row);

/// The same row in float32.  nullopt if some number is not one of float32, and for more than 65536
/// numbers.
std::optional<Table> in_float32(const Table& row);

/// The frequencies that a program computes from a row of frequencies, divisors or periods of an
/// encoding, in doubles.
std::vector<double> frequencies_in(const Table& row, const Encoding& encoding, Part part);

/// The largest error of an angle, and its pair.
struct LargestAngleError {
  int pair = 0;
  double radians = 0;  ///< infinity if a stored number is not finite
};

/// The largest error of the angles that a program computes at a position from a row of frequencies,
/// divisors or periods.  An estimate, computed in doubles.  The encoding must be rotary or
/// sinusoidal, and the row must have a number for each of its pairs.
LargestAngleError angle_error(const Table& row, const Encoding& encoding, Part part,
                              Position position);

/// Whether a row cannot be frequencies, divisors or periods of any encoding: a number is negative
/// or NaN, all are 0, a frequency is infinite, or more than half of the frequencies are equal and
/// above 0.  False for more than 65536 numbers.
bool cannot_be_frequencies(const Table& row, Part part);

/// The encoding whose frequencies, divisors or periods a row has.  It is the nearest among those of
/// `sextant list models` and one without scaling, whose base has three significant digits.  nullopt
/// if the row does not pass by it, and for several rows, one number, or more than 65536 numbers.
std::optional<Encoding> encoding_of_frequencies(const Table& row, Part part);

}  // namespace sextant::audit
