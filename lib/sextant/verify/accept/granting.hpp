#pragma once

#include <vector>

#include "sextant/exact/oracle.hpp"

namespace sextant::verify {

/// A bound beyond this part of the amplitude, or of the frequency that it is about, proves nothing,
/// and so grants nothing: such waves count by reproduction alone, such frequencies not at all.
inline constexpr double kVacuous = 0.1;

/// What a channel's values are measured by.
struct Measure {
  double size = 0;  ///< the amplitude, or the frequency that the channel holds
  double step = 0;  ///< radians per position
};

/// Signed radians per position of every pair, as doubles.
std::vector<double> steps_of(const exact::Oracle& oracle);

/// By channel.
std::vector<Measure> measures_of(const exact::Oracle& oracle);

/// What can grant an entry.  A bias has a bound that is a small part of it, whatever its size.
enum class By { bound, reproduction, nothing };
By granting(Function function, double bound, double size);

}  // namespace sextant::verify
