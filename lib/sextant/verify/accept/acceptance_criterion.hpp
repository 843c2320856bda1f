#pragma once

#include <vector>

#include "sextant/exact/oracle.hpp"

namespace sextant::verify {

/// A bound beyond this part of the amplitude, or of the frequency that it is about, proves nothing,
/// and so accepts nothing: such waves count by the same-arithmetic check alone, such frequencies
/// not at all.
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

/// The criterion that can accept an entry.  A bias always has a bound that is a small part of it.
enum class AcceptanceCriterion { bound, same_arithmetic, none };
AcceptanceCriterion acceptance_criterion(Function function, double bound, double size);

}  // namespace sextant::verify
