#pragma once

#include <vector>

#include "sextant/exact/oracle.hpp"

namespace sextant::verify {

/// What a channel's values are measured by.
struct Measure {
  double size = 0;  ///< the amplitude, or the frequency that the channel holds
  double step = 0;  ///< radians per position
};

/// By channel.
std::vector<Measure> measures_of(const exact::Oracle& oracle);

/// What can grant an entry.  A bias has a bound that is a small part of it, whatever its size.
enum class By { bound, reproduction, nothing };
By granting(Function function, double bound, double size);

}  // namespace sextant::verify
