#pragma once

#include <vector>

#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/position/position.hpp"

namespace sextant::audit {

/// How far, relatively, single numbers may be apart: of two configurations, which have the same
/// numbers or others, and of a GGUF, which rounds to float32.
inline constexpr double kOfConfigs = 0x1p-40;  ///< errors of doubles
inline constexpr double kOfGguf = 4 * 0x1p-24;

/// Whether two numbers differ by more than `allowed`, relatively.
bool differ(double x, double y, double allowed);

/// By how much, relatively, numbers may differ that two sources say.
struct Allowed {
  double number = kOfConfigs;            ///< a number that is stored, or an amplitude
  std::vector<double> frequencies = {};  ///< one for each pair; empty: `number` for each

  /// Whether numbers of pairs differ by no more than is allowed.  Both lists have one length.
  bool alike(const std::vector<double>& x, const std::vector<double>& y) const;
};

/// For a GGUF: the largest differences that its float32 numbers explain.
Allowed allowed_for_gguf(const Rotary& encoding);

/// The frequencies of the pairs that turn, their scaling, and the amplitude, in doubles.
struct ApproximateRotation {
  std::vector<double> frequencies;
  std::vector<double> factors;  ///< frequencies divided by those that the base alone gives
  double amplitude = 1;
};
ApproximateRotation approximate_rotation(const Rotary& encoding);

/// How far two encodings are apart at the last position of the context; at 4095 if no source says
/// how long the context is.
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
