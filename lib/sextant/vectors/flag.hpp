#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/verify/observation/parameters.hpp"

namespace sextant::vectors {

/// A flag of a test: why its place was chosen, which rounding it distinguishes from the right one,
/// or which fault it detects.
struct Flag {
  std::string name;
  std::string_view kind;   ///< place, rounding or mistake
  std::string_view fault;  ///< the fault's name in `sextant list faults`; empty if it has none
  std::string_view mechanism, effect;
  std::string_view reference;  ///< a public thread, or a paper
};

/// The flag with this name; throws Error if there is none.
Flag flag(std::string_view name);

/// The flag of a fault: PositionOffset for `position-offset`.  A fault of several formats has a
/// flag for each, such as Bfloat16Frequency.
std::string flag_of(std::string_view fault, const verify::Parameters& parameters);

}  // namespace sextant::vectors
