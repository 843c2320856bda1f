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

/// Whether a row of numbers begins smaller than it ends, as periods do and frequencies do not.
bool increases(const Table& row);

/// The largest error of an angle.
struct LargestAngleError {
  int pair = 0;
  double radians = 0;  ///< infinity if a stored number is not finite
};

/// The largest error of the angles at a position that a program computes from a row of frequencies,
/// divisors or periods.  In doubles: an estimate.  The encoding must be a rotary or sinusoidal one,
/// and the row as long as it has pairs.
LargestAngleError angle_error(const Table& row, const Encoding& encoding, Part part,
                              Position position);

/// Whether a row cannot be frequencies, divisors or periods of any encoding: a number is negative
/// or not finite, or all are below 2^-30, or a frequency is above 2^20.
bool is_no_frequencies(const Table& row, Part part);

/// The encoding whose frequencies, divisors or periods a row has: that of a model of `sextant list
/// models`, or of a base of three digits.  nullopt if no such encoding passes.
std::optional<Encoding> encoding_of_frequencies(const Table& row, Part part);

}  // namespace sextant::audit
