#pragma once

#include <vector>

#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/position/position.hpp"

namespace sextant::audit {

/// The largest relative difference of two numbers that are taken as equal.  Between two
/// configurations it allows only for errors of doubles; with a GGUF, for roundings to float32.
inline constexpr double kOfConfigs = 0x1p-40;
inline constexpr double kOfGguf = 4 * 0x1p-24;

/// Whether two numbers differ by more than `allowed`, relatively.
bool differ(double x, double y, double allowed);

/// The largest relative differences of numbers of two sources that are taken as equal.
struct Allowed {
  double number = kOfConfigs;            ///< a number that is stored, or an amplitude
  std::vector<double> frequencies = {};  ///< one for each pair; empty: `number` for each

  /// Whether the numbers of each pair differ by at most the allowed difference of that pair.  `x`
  /// and `y` have the same length.
  bool alike(const std::vector<double>& x, const std::vector<double>& y) const;
};

/// The differences that are allowed between a GGUF and another source: the largest ones that the
/// float32 numbers of the GGUF explain.
Allowed allowed_for_gguf(const Rotary& encoding);

/// The frequencies of the pairs that rotate, their scaling, and the amplitude, in doubles.
struct ApproximateRotation {
  std::vector<double> frequencies;
  std::vector<double> factors;  ///< frequencies divided by those that the base alone gives
  double amplitude = 1;
};
ApproximateRotation approximate_rotation(const Rotary& encoding);

/// The differences of two encodings at one position: the last one of the context, or 4095 if no
/// source says how long the context is.
struct Deviation {
  Position position = 0;
  double phase = 0;          ///< largest difference of an angle, in radians
  double positions_off = 0;  ///< `phase` divided by the frequency of that pair in the claim
  double cosine = 0;         ///< largest difference of a cosine times its amplitude
};

/// The largest differences of angles and cosines at a position.  Both have the same number of
/// pairs.
Deviation deviation(const ApproximateRotation& x, const ApproximateRotation& y, Position position);

}  // namespace sextant::audit
