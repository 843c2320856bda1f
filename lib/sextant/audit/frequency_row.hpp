#pragma once

#include <optional>

#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/position/position.hpp"
#include "sextant/tensor/table.hpp"

namespace sextant::audit {

/// Whether a part has one number for each pair from which its frequency follows.
constexpr bool is_frequency_part(Part part) {
  return part == Part::inv_freq || part == Part::divisors || part == Part::periods;
}

/// Whether the first number of a row is smaller than the last, as for periods.  False for several
/// rows, and for more than 65536 numbers.
bool increases(const Table& row);

/// The same row in float32, if every number is one of float32; else nullopt.
std::optional<Table> in_float32(const Table& row);

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
/// or NaN, or all are below 2^-30, or a frequency is above 2^20 or infinite.
bool cannot_be_frequencies(const Table& row, Part part);

/// The encoding whose frequencies, divisors or periods a row has.  Tried are a base of three digits
/// without scaling, then the models of `sextant list models`.  nullopt if none of them passes, and
/// for several rows, one number, or more than 65536 numbers.
std::optional<Encoding> encoding_of_frequencies(const Table& row, Part part);

}  // namespace sextant::audit
